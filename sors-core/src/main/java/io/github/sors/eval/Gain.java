package io.github.sors.eval;

import java.util.Arrays;

/**
 * What learning gains over the start, on feedback that was not learnt from, with its interval.
 *
 * <p>The interval holds the true gain in 95 of 100 cases, if the held-out feedback is a random
 * sample and nothing was chosen on it. It is d̄ ± t · e with d̄ the difference of the means, e its
 * standard error, and t the quantile of Student's distribution. There are two ways to get e:
 *
 * <ul>
 *   <li>{@link #ofUnits} if the held-out units are independent, such as queries whose documents are
 *       fixed: e² = Σ(d_i - d̄)² / (n (n - 1)).
 *   <li>{@link #ofBlocks} if they are not, such as rows that are ranked for each other: a model
 *       that has put some rows into a lucky order has done so for all queries at once, and the
 *       first formula takes that for many independent gains. The measure is taken again without
 *       each of g blocks of units, as queries and as items, and e² = (g - 1)/g · Σ(d_b - d̄_b)² is
 *       the delete-a-group jackknife (Kott, Journal of Official Statistics 17, 2001).
 * </ul>
 *
 * <p>Threads: immutable. Failures: measurements of different units, or of none, throw {@link
 * IllegalArgumentException}.
 *
 * @param measure what is measured, such as {@code MAP}; more is better
 * @param unit what was held out: rows, groups or queries
 * @param start the mean of the start
 * @param learnt the mean of what was learnt
 * @param low the lower end of the interval of {@code learnt - start}
 * @param high the upper end
 * @param heldOut the number of units
 */
public record Gain(
    String measure,
    String unit,
    double start,
    double learnt,
    double low,
    double high,
    int heldOut) {

  /** The least number of held-out units on which a gain is believed. */
  public static final int LEAST_UNITS = 20;

  // two-sided, 5%, normal
  private static final double NORMAL = 1.959963984540054;

  /**
   * The gain on independent units.
   *
   * @param start the measure of every unit under the start
   * @param learnt the measure of the same units, in the same order, under what was learnt
   */
  public static Gain ofUnits(String measure, String unit, double[] start, double[] learnt) {
    PairedDifference difference = PairedDifference.of(start, learnt);
    int n = start.length;
    return of(
        measure,
        unit,
        Arrays.stream(start).sum() / n,
        Arrays.stream(learnt).sum() / n,
        n < 2 ? Double.POSITIVE_INFINITY : student(n - 1) * difference.standardError(),
        n);
  }

  /**
   * The gain on units that are measured together.
   *
   * @param start the mean of all units under the start
   * @param learnt the mean under what was learnt
   * @param startWithout the mean under the start without each block of units, at least two
   * @param learntWithout the same under what was learnt
   */
  public static Gain ofBlocks(
      String measure,
      String unit,
      int heldOut,
      double start,
      double learnt,
      double[] startWithout,
      double[] learntWithout) {
    int blocks = startWithout.length;
    // PairedDifference divides by n(n - 1), the jackknife multiplies by (n - 1)/n
    double error =
        PairedDifference.of(startWithout, learntWithout).standardError() * (blocks - 1.0);
    return of(measure, unit, start, learnt, student(blocks - 1) * error, heldOut);
  }

  private static Gain of(
      String measure, String unit, double start, double learnt, double margin, int heldOut) {
    double mean = learnt - start;
    return new Gain(measure, unit, start, learnt, mean - margin, mean + margin, heldOut);
  }

  /**
   * The two-sided quantile of 95% of Student's distribution, to 0.001: for more than ten degrees by
   * the expansion of Cornish and Fisher.
   */
  static double student(int degrees) {
    double[] few = {
      12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281
    };
    if (degrees <= few.length) {
      return few[degrees - 1];
    }
    double z = NORMAL;
    double z3 = z * z * z;
    double z5 = z3 * z * z;
    double z7 = z5 * z * z;
    double n = degrees;
    return z
        + (z3 + z) / (4 * n)
        + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n)
        + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
  }

  /** The difference of the means. */
  public double mean() {
    return learnt - start;
  }

  /** Whether there are enough held-out units to tell a gain from chance. */
  public boolean isEnough() {
    return heldOut >= LEAST_UNITS;
  }

  /** Whether learning helps beyond chance; differences that rounding explains do not count. */
  public boolean isBeyondChance() {
    return isEnough() && low > 0 && mean() > PairedDifference.ROUNDING;
  }

  /** Whether learning harms beyond chance. */
  public boolean isHarm() {
    return isEnough() && high < 0 && mean() < -PairedDifference.ROUNDING;
  }
}
