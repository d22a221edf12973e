package io.github.sors.ranking.measure;

import io.github.sors.InvalidInputException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.inference.TTest;

/**
 * Whether the difference of two runs could be chance, by query.
 *
 * <p>If both runs were equally good, the two values of a query could be swapped: its difference
 * would have either sign. The p-value of Fisher's paired randomisation test is the share of all
 * ways to choose the signs whose sum is at least as far from 0 as the sum found. Up to {@value
 * #EXACT} queries that differ, all ways are counted; beyond that, {@value #SAMPLES} are drawn with
 * a fixed seed, so that the same runs always have the same p-value.
 *
 * <p>Threads: any thread may call it. Failures: different numbers of values throw {@link
 * io.github.sors.InvalidInputException}.
 */
public final class PairedRandomisation {

  /** Up to so many queries that differ, the p-value is exact. */
  public static final int EXACT = 20;

  /** How many ways to choose the signs are drawn for more queries. */
  public static final int SAMPLES = 100_000;

  private static final long SEED = 1;

  /** Sums of the same numbers in another order differ by less than this share of them. */
  private static final double ROUNDING = 1e-12;

  private PairedRandomisation() {}

  /** The differences of values by the same queries. */
  static double[] differences(double[] baseline, double[] values) {
    if (baseline.length != values.length || baseline.length == 0) {
      throw new InvalidInputException(
          "expected values of the same queries, found "
              + baseline.length
              + " and "
              + values.length);
    }
    double[] differences = new double[values.length];
    for (int k = 0; k < values.length; k++) {
      differences[k] = values[k] - baseline[k];
    }
    return differences;
  }

  /** The two-sided p-value of two runs' values by the same queries. */
  public static double pValue(double[] baseline, double[] values) {
    return pValue(differences(baseline, values));
  }

  /** The two-sided p-value of differences by query; 1 if there is none. */
  static double pValue(double[] differences) {
    double[] used = Arrays.stream(differences).filter(difference -> difference != 0).toArray();
    if (used.length == 0) {
      return 1;
    }
    double magnitude = Arrays.stream(used).map(Math::abs).sum();
    double observed = Math.abs(Arrays.stream(used).sum()) - ROUNDING * magnitude;
    return used.length <= EXACT ? exact(used, observed) : sampled(used, observed);
  }

  /** Goes through all signs, each time with one that is turned (Gray code). */
  private static double exact(double[] differences, double observed) {
    boolean[] turned = new boolean[differences.length];
    double sum = Arrays.stream(differences).sum();
    long ways = 1L << differences.length;
    long asFar = 0;
    for (long way = 1; way <= ways; way++) {
      asFar += Math.abs(sum) >= observed ? 1 : 0;
      int next = Long.numberOfTrailingZeros(way);
      if (next < differences.length) {
        sum += (turned[next] ? 2 : -2) * differences[next];
        turned[next] = !turned[next];
      }
    }
    return (double) asFar / ways;
  }

  /** Counts the way that was found as one of those that are drawn, so that p is never 0. */
  private static double sampled(double[] differences, double observed) {
    SplittableRandom random = new SplittableRandom(SEED);
    long asFar = 1;
    for (int sample = 0; sample < SAMPLES; sample++) {
      double sum = 0;
      long signs = 0;
      for (int k = 0; k < differences.length; k++) {
        signs = (k & 63) == 0 ? random.nextLong() : signs >>> 1;
        sum += (signs & 1) == 0 ? differences[k] : -differences[k];
      }
      asFar += Math.abs(sum) >= observed ? 1 : 0;
    }
    return (double) asFar / (SAMPLES + 1);
  }

  /** The two-sided p-value of the paired t-test of two runs' values by the same queries. */
  public static double pairedT(double[] baseline, double[] values) {
    return pairedT(differences(baseline, values));
  }

  /** The p-value of the t-test; 1 if nothing differs, NaN if there is one query only. */
  static double pairedT(double[] differences) {
    if (Arrays.stream(differences).allMatch(difference -> difference == 0)) {
      return 1;
    }
    if (differences.length < 2) {
      return Double.NaN;
    }
    return TTest.withDefaults().test(differences).getPValue();
  }
}
