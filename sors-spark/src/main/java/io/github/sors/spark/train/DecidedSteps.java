package io.github.sors.spark.train;

import java.io.Serializable;
import java.util.Arrays;

/** The steps of the rounds of a slice that were decided so far, in the order of the rounds. */
final class DecidedSteps implements Serializable {

  private static final long serialVersionUID = 1;

  private final long first;
  // NaN if there is no loss
  private double[] lengths = new double[0];
  // empty if all are 0
  private double[] factors = new double[0];
  private int count;

  /**
   * Creates steps for the rounds from a number on.
   *
   * @param first the number of the first triplet of the slice
   */
  DecidedSteps(long first) {
    this.first = first;
  }

  /** The number of the first triplet. */
  long first() {
    return first;
  }

  /** One more than the number of the last triplet that was decided. */
  long end() {
    return first + count;
  }

  /** Adds the step of the next round. */
  void add(double length, double factor) {
    if (count == lengths.length) {
      lengths = Arrays.copyOf(lengths, Math.max(1024, 2 * count));
    }
    if (factor != 0 && factors.length <= count) {
      factors = Arrays.copyOf(factors, lengths.length);
    }
    lengths[count] = length;
    if (factors.length > count) {
      factors[count] = factor;
    }
    count++;
  }

  /** Whether a round has a step. */
  boolean isLossy(long number) {
    return !Double.isNaN(length(number));
  }

  double length(long number) {
    return lengths[(int) (number - first)];
  }

  double factor(long number) {
    int place = (int) (number - first);
    return place < factors.length ? factors[place] : 0;
  }

  /** The same steps in arrays of their size, to be sent. */
  DecidedSteps trimmed() {
    DecidedSteps trimmed = new DecidedSteps(first);
    trimmed.lengths = Arrays.copyOf(lengths, count);
    trimmed.factors = Arrays.copyOf(factors, Math.min(count, factors.length));
    trimmed.count = count;
    return trimmed;
  }
}
