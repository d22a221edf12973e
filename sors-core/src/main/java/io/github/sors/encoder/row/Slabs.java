package io.github.sors.encoder.row;

import io.github.sors.kernel.EncoderKernels;

/**
 * Inner products of encodings, summed slab by slab, so that threads can share the columns and the
 * result does not depend on the number of threads.
 *
 * <p>Threads: any thread may call it. Failures: arrays of fewer than k columns throw {@link
 * IndexOutOfBoundsException}.
 */
public final class Slabs {

  /** The number of columns in a slab: two cache lines. */
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
