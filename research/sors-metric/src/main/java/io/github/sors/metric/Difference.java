package io.github.sors.metric;

import io.github.sors.SparseVector;
import java.util.Arrays;

/** The sparse difference z = x - y of two vectors, in double precision. */
final class Difference {

  // a smaller squared length counts as zero, since it cannot be a divisor
  private static final double NOTHING = 1e-18;

  private final int[] indices;
  private final double[] values;
  private final double squaredNorm;

  private Difference(int[] indices, double[] values) {
    this.indices = indices;
    this.values = values;
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    squaredNorm = sum;
  }

  static Difference of(SparseVector x, SparseVector y) {
    int[] indices = new int[x.size() + y.size()];
    double[] values = new double[indices.length];
    int count = 0;
    int a = 0;
    int b = 0;
    while (a < x.size() || b < y.size()) {
      int left = a < x.size() ? x.index(a) : Integer.MAX_VALUE;
      int right = b < y.size() ? y.index(b) : Integer.MAX_VALUE;
      int index = Math.min(left, right);
      double value = (left == index ? x.value(a++) : 0.0) - (right == index ? y.value(b++) : 0.0);
      if (value != 0) {
        indices[count] = index;
        values[count++] = value;
      }
    }
    return new Difference(Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
  }

  int size() {
    return indices.length;
  }

  int index(int k) {
    return indices[k];
  }

  double value(int k) {
    return values[k];
  }

  double squaredNorm() {
    return squaredNorm;
  }

  /** Whether the two vectors are equal for learning. */
  boolean isNothing() {
    return squaredNorm < NOTHING;
  }

  /** The inner product with a dense vector. */
  double dot(double[] dense) {
    double sum = 0;
    for (int k = 0; k < indices.length; k++) {
      sum += values[k] * dense[indices[k]];
    }
    return sum;
  }

  /** Adds a multiple of this to a dense vector. */
  void addTo(double[] dense, double factor) {
    for (int k = 0; k < indices.length; k++) {
      dense[indices[k]] += factor * values[k];
    }
  }
}
