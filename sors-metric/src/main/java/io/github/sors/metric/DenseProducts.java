package io.github.sors.metric;

/** Products of dense matrices, in the loops that a Java compiler turns into vector instructions. */
final class DenseProducts {

  private static final int ROWS_A_TASK = 16;
  // so many rows of the right factor stay in the cache while all rows of a task meet them
  private static final int CACHED_ROWS = 64;

  private DenseProducts() {}

  /** Returns AB; the result does not depend on the number of threads. */
  static double[][] product(double[][] a, double[][] b, WorkTeam team) {
    int columns = b[0].length;
    double[][] product = new double[a.length][columns];
    team.forEach(
        (a.length + ROWS_A_TASK - 1) / ROWS_A_TASK,
        task -> {
          int from = task * ROWS_A_TASK;
          int to = Math.min(a.length, from + ROWS_A_TASK);
          for (int k = 0; k < b.length; k += CACHED_ROWS) {
            int end = Math.min(b.length, k + CACHED_ROWS);
            for (int row = from; row < to; row++) {
              addRow(a[row], k, end, b, 0, columns, product[row]);
            }
          }
        });
    return product;
  }

  /** Adds Σ a_k b_k over k from {@code from} to below {@code to}, for some columns of b. */
  static void addRow(
      double[] a, int from, int to, double[][] b, int firstColumn, int columns, double[] into) {
    int k = from;
    for (; k + 3 < to; k += 4) {
      addFour(
          a[k],
          b[k],
          a[k + 1],
          b[k + 1],
          a[k + 2],
          b[k + 2],
          a[k + 3],
          b[k + 3],
          firstColumn,
          columns,
          into);
    }
    for (; k < to; k++) {
      double factor = a[k];
      double[] row = b[k];
      for (int j = 0; j < columns; j++) {
        into[j] += factor * row[firstColumn + j];
      }
    }
  }

  private static void addFour(
      double a0,
      double[] b0,
      double a1,
      double[] b1,
      double a2,
      double[] b2,
      double a3,
      double[] b3,
      int first,
      int columns,
      double[] into) {
    for (int j = 0; j < columns; j++) {
      into[j] +=
          (a0 * b0[first + j] + a1 * b1[first + j]) + (a2 * b2[first + j] + a3 * b3[first + j]);
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

  /** Four sums at a time, as each addition waits for the one before. */
  static double squaredDistance(double[] left, double[] right) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < left.length; i += 4) {
      double d0 = left[i] - right[i];
      double d1 = left[i + 1] - right[i + 1];
      double d2 = left[i + 2] - right[i + 2];
      double d3 = left[i + 3] - right[i + 3];
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    for (; i < left.length; i++) {
      double difference = left[i] - right[i];
      s0 += difference * difference;
    }
    return (s0 + s1) + (s2 + s3);
  }
}
