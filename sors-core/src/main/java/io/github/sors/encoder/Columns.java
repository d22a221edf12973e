package io.github.sors.encoder;

import io.github.sors.kernel.EncoderKernels;

/**
 * Inner products of encodings, summed in slabs of columns, so that threads may share the columns
 * and the result does not depend on how many there are.
 */
final class Columns {

  /** The columns of a slab: two cache lines. */
  static final int SLAB = 32;

  private Columns() {}

  /** The inner product of two encodings of k columns. */
  static double dot(float[] left, float[] right, int k) {
    double sum = 0;
    for (int first = 0; first < k; first += SLAB) {
      sum += EncoderKernels.dot(left, first, right, first, Math.min(SLAB, k - first));
    }
    return sum;
  }
}
