package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;

/** Pearson's test that counts come from equally likely cells. */
final class ChiSquare {

  private ChiSquare() {}

  /**
   * Fails where the counts are too far from equal.
   *
   * <p>For k cells, Σ (count - mean)² / mean has about the chi-square distribution with k - 1
   * degrees of freedom: mean k - 1, variance 2 (k - 1). Five standard deviations above the mean are
   * the limit, which even for two cells uniform counts pass all but once in 200 seeds, and for more
   * than twenty all but once in 5,000; the seeds of the tests are fixed.
   */
  static void assertUniform(String what, long... counts) {
    double total = 0;
    for (long count : counts) {
      total += count;
    }
    double mean = total / counts.length;
    double statistic = 0;
    for (long count : counts) {
      statistic += (count - mean) * (count - mean) / mean;
    }
    double degrees = counts.length - 1;
    assertThat(mean).as("expected count of each cell, %s", what).isGreaterThan(100);
    assertThat(statistic)
        .as("chi-square with %.0f degrees of freedom, %s", degrees, what)
        .isLessThan(degrees + 5 * Math.sqrt(2 * degrees));
  }
}
