package io.github.sors.ranking.measure;

import java.util.Locale;

/**
 * Two runs, query by query.
 *
 * <p>Threads: immutable. Failures: different numbers of values throw {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param queries how many queries there are
 * @param baselineMean the mean of the run that is compared with
 * @param mean the mean of the run
 * @param won the queries whose value is larger than in the baseline
 * @param lost the queries whose value is smaller than in the baseline
 * @param randomisation the two-sided p-value of the paired randomisation test
 * @param tTest the two-sided p-value of the paired t-test
 */
public record PairedComparison(
    int queries,
    double baselineMean,
    double mean,
    int won,
    int lost,
    double randomisation,
    double tTest) {

  /** The level below which a p-value is usually called significant. */
  public static final double USUAL_LEVEL = 0.05;

  /** Compares values that are by the same queries. */
  public static PairedComparison of(double[] baseline, double[] values) {
    double[] differences = PairedRandomisation.differences(baseline, values);
    double sum = 0;
    double baselineSum = 0;
    int won = 0;
    int lost = 0;
    for (int k = 0; k < differences.length; k++) {
      sum += values[k];
      baselineSum += baseline[k];
      won += differences[k] > 0 ? 1 : 0;
      lost += differences[k] < 0 ? 1 : 0;
    }
    return new PairedComparison(
        differences.length,
        baselineSum / differences.length,
        sum / differences.length,
        won,
        lost,
        PairedRandomisation.pValue(differences),
        PairedRandomisation.pairedT(differences));
  }

  /** A p-value for a table: four decimals, {@code <0.0001} below that, - if there is none. */
  public static String probability(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return value < 0.0001 ? "<0.0001" : String.format(Locale.ROOT, "%.4f", value);
  }

  /** How much larger the mean is than the baseline's. */
  public double difference() {
    return mean - baselineMean;
  }

  /** Whether the mean is larger and the randomisation test calls the difference significant. */
  public boolean isSignificantlyBetter() {
    return difference() > 0 && randomisation < USUAL_LEVEL;
  }

  /** Whether the mean is smaller and the randomisation test calls the difference significant. */
  public boolean isSignificantlyWorse() {
    return difference() < 0 && randomisation < USUAL_LEVEL;
  }
}
