package io.github.sors.eval;

/**
 * The difference of two similarities in a measure on the same queries.
 *
 * <p>With d_i the difference at query i of n, the mean is d̄ = Σd_i / n and its standard error
 * √(Σ(d_i - d̄)² / (n (n - 1))): how much the mean would vary with other queries. Pairing matters:
 * queries that are easy for both similarities add nothing to the error.
 *
 * <p>Threads: immutable. Failures: measurements of different queries, or of none, throw {@link
 * IllegalArgumentException}.
 *
 * @param mean the mean of the differences
 * @param standardError the standard error of the mean; infinite if there is only one query
 * @param queries the number of queries
 */
public record PairedDifference(double mean, double standardError, int queries) {

  // two-sided, 5%, normal
  private static final double SIGNIFICANT = 1.96;

  /**
   * The largest difference that rounding explains: scores of single precision swap items that are
   * equal but for rounding, and so change measures.
   */
  public static final double ROUNDING = 1e-5;

  /**
   * Returns the difference of two measurements of the same queries, at least one.
   *
   * @param before the measure of every query under one similarity
   * @param after the measure of the same queries, in the same order, under the other
   */
  public static PairedDifference of(double[] before, double[] after) {
    if (before.length != after.length || before.length == 0) {
      throw new IllegalArgumentException(
          "expected the same queries in both, at least one, found "
              + before.length
              + " and "
              + after.length);
    }
    double[] differences = new double[before.length];
    for (int k = 0; k < differences.length; k++) {
      differences[k] = after[k] - before[k];
    }
    return ofDifferences(differences);
  }

  /** The mean of some values and its standard error: their difference from zero. */
  public static PairedDifference ofDifferences(double[] differences) {
    int n = differences.length;
    double sum = 0;
    for (double difference : differences) {
      sum += difference;
    }
    double mean = sum / n;
    double squares = 0;
    for (double difference : differences) {
      squares += (difference - mean) * (difference - mean);
    }
    double error = n < 2 ? Double.POSITIVE_INFINITY : Math.sqrt(squares / ((double) n * (n - 1)));
    return new PairedDifference(mean, error, n);
  }

  /** Whether the mean is above zero by more than this many standard errors. */
  public boolean isAbove(double standardErrors) {
    return mean > 0 && mean > standardErrors * standardError;
  }

  /** Whether the mean is below zero by more than this many standard errors. */
  public boolean isBelow(double standardErrors) {
    return mean < 0 && -mean > standardErrors * standardError;
  }

  /**
   * Whether the mean differs from zero at the level of 5%, in either direction. Means below 0.00001
   * are ties, since rounding explains them.
   */
  public boolean isSignificant() {
    return Math.abs(mean) > ROUNDING && (isAbove(SIGNIFICANT) || isBelow(SIGNIFICANT));
  }
}
