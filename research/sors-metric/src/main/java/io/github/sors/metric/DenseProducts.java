package io.github.sors.metric;

import io.github.sors.parallel.Workers;

/** Products of dense matrices, in the loops that a Java compiler turns into vector instructions. */
final class DenseProducts {

  private static final int ROWS_A_TASK = 16;
  // the number of rows of the right factor that fit into the cache
  private static final int CACHED_ROWS = 64;

  private static final int ENTRIES_UNTIL_LOOK = 32;

  private DenseProducts() {}

  /** Returns AB; the result does not depend on the number of threads. */
  static double[][] product(double[][] a, double[][] b, Workers workers) {
    int columns = b[0].length;
    double[][] product = new double[a.length][columns];
    workers.forEach(
        (a.length + ROWS_A_TASK - 1) / ROWS_A_TASK,
        task -> {
          int from = task * ROWS_A_TASK;
          int to = Math.min(a.length, from + ROWS_A_TASK);
          for (int k = 0; k < b.length; k += CACHED_ROWS) {
            int end = Math.min(b.length, k + CACHED_ROWS);
            for (int row = from; row < to; row++) {
              addRow(a[row], k, end, b, product[row]);
            }
          }
        });
    return product;
  }

  /** Adds Σ a_k b_k over k from {@code from} to below {@code to}. */
  static void addRow(double[] a, int from, int to, double[][] b, double[] into) {
    int k = from;
    for (; k + 3 < to; k += 4) {
      addFour(a[k], b[k], a[k + 1], b[k + 1], a[k + 2], b[k + 2], a[k + 3], b[k + 3], into);
    }
    for (; k < to; k++) {
      double factor = a[k];
      double[] row = b[k];
      for (int j = 0; j < into.length; j++) {
        into[j] += factor * row[j];
      }
    }
  }

  // one index for all arrays and one output array: otherwise the compiler does not vectorise
  private static void addFour(
      double a0,
      double[] b0,
      double a1,
      double[] b1,
      double a2,
      double[] b2,
      double a3,
      double[] b3,
      double[] into) {
    for (int j = 0; j < into.length; j++) {
      into[j] += (a0 * b0[j] + a1 * b1[j]) + (a2 * b2[j] + a3 * b3[j]);
    }
  }

  /** Adds Σ a_k b_k over all k, in single precision. */
  static void addRow(float[] a, float[][] b, float[] into) {
    int k = 0;
    for (; k + 3 < a.length; k += 4) {
      addFour(a[k], b[k], a[k + 1], b[k + 1], a[k + 2], b[k + 2], a[k + 3], b[k + 3], into);
    }
    for (; k < a.length; k++) {
      addFour(a[k], b[k], 0, b[k], 0, b[k], 0, b[k], into);
    }
  }

  private static void addFour(
      float a0,
      float[] b0,
      float a1,
      float[] b1,
      float a2,
      float[] b2,
      float a3,
      float[] b3,
      float[] into) {
    for (int j = 0; j < into.length; j++) {
      into[j] += (a0 * b0[j] + a1 * b1[j]) + (a2 * b2[j] + a3 * b3[j]);
    }
  }

  static double[][] transposed(double[][] matrix) {
    double[][] transposed = new double[matrix[0].length][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < transposed.length; j++) {
        transposed[j][i] = matrix[i][j];
      }
    }
    return transposed;
  }

  static double squaredDistance(double[] left, double[] right) {
    return squaredDistance(left, right, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the squared distance if it is below a limit, else some number that is not.
   *
   * <p>Uses four sums, since each addition waits for the one before.
   */
  static double squaredDistance(double[] left, double[] right, double limit) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    while (i < left.length && (s0 + s1) + (s2 + s3) < limit) {
      int end = Math.min(left.length, i + ENTRIES_UNTIL_LOOK);
      for (; i + 3 < end; i += 4) {
        double d0 = left[i] - right[i];
        double d1 = left[i + 1] - right[i + 1];
        double d2 = left[i + 2] - right[i + 2];
        double d3 = left[i + 3] - right[i + 3];
        s0 += d0 * d0;
        s1 += d1 * d1;
        s2 += d2 * d2;
        s3 += d3 * d3;
      }
      for (; i < end; i++) {
        double difference = left[i] - right[i];
        s0 += difference * difference;
      }
    }
    return (s0 + s1) + (s2 + s3);
  }
}
