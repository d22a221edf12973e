package io.github.sors.lab.study;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;

/**
 * The paired t-test for results on random splits of the same rows, corrected for their overlap.
 *
 * <p>Splits share most of their training rows, so their results are not independent and the plain
 * paired test finds differences too easily. Nadeau and Bengio, <i>Inference for the Generalization
 * Error</i>, 2003, take the variance of the mean difference as (1/n + test/training) s² instead of
 * s²/n.
 */
final class ResampledTest {

  private ResampledTest() {}

  /**
   * The two-sided p-value of the hypothesis that two methods are equally good.
   *
   * @param one the results of the one, by split; at least two
   * @param other those of the other, on the same splits
   * @param testShare the number of test rows over that of training rows; 0 for independent samples
   */
  static double pValue(double[] one, double[] other, double testShare) {
    double[] differences = new double[one.length];
    Arrays.setAll(differences, k -> one[k] - other[k]);
    if (Arrays.stream(differences).allMatch(difference -> difference == differences[0])) {
      return differences[0] == 0 ? 1 : 0;
    }
    int n = one.length;
    double plain = TTest.withDefaults().test(differences).getStatistic();
    double corrected = plain * Math.sqrt(1.0 / n / (1.0 / n + testShare));
    return 2 * TDistribution.of(n - 1).survivalProbability(Math.abs(corrected));
  }

  /** Holm's correction for multiple tests; keeps the order. */
  static double[] holm(double[] pValues) {
    Integer[] order = new Integer[pValues.length];
    Arrays.setAll(order, k -> k);
    Arrays.sort(order, (a, b) -> Double.compare(pValues[a], pValues[b]));
    double[] adjusted = new double[pValues.length];
    double largest = 0;
    for (int rank = 0; rank < order.length; rank++) {
      largest = Math.max(largest, Math.min(1, (order.length - rank) * pValues[order[rank]]));
      adjusted[order[rank]] = largest;
    }
    return adjusted;
  }
}
