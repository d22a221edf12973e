package io.github.sors.lab.study;

import java.util.Arrays;

/**
 * The mean and the deviation of some values.
 *
 * @param mean their mean
 * @param deviation the sample standard deviation, with n - 1; 0 for a single value
 * @param count n
 */
public record Summary(double mean, double deviation, int count) {

  /** Summarises at least one value. */
  public static Summary of(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return new Summary(
        mean, values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)), values.length);
  }
}
