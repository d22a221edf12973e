package io.github.sors.encoder.row;

import io.github.sors.kernel.EncoderKernels;

/**
 * Inner products of encodings, summed in slabs of columns, so that threads may share the columns
 * and the result does not depend on how many there are.
 */
public final class Slabs {

  /** The columns of a slab: two cache lines. */
  public static final int COLUMNS = 32;

  private Slabs() {}

  /** The number of slabs of k columns. */
  public static int count(int k) {
    return (k + COLUMNS - 1) / COLUMNS;
  }

  /** The inner product of two encodings of k columns. */
  public static double dot(float[] left, float[] right, int k) {
    double sum = 0;
    for (int first = 0; first < k; first += COLUMNS) {
      sum += EncoderKernels.dot(left, first, right, first, Math.min(COLUMNS, k - first));
    }
    return sum;
  }
}
