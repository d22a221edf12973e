package io.github.sors.metric;

/**
 * A symmetric matrix with all its entries.
 *
 * <p>Entries (i, j) and (j, i) are computed by the same operations in the same order, so the matrix
 * stays exactly symmetric.
 */
final class DenseMatrix {

  private final double[][] rows;

  /** A multiple of the identity. */
  DenseMatrix(int dimension, double scale) {
    rows = new double[dimension][dimension];
    for (int i = 0; i < dimension; i++) {
      rows[i][i] = scale;
    }
  }

  /** The rows themselves. */
  double[][] rows() {
    return rows;
  }

  /** zᵀAz, at a cost of O(nnz(z)²). */
  double form(Difference z) {
    double sum = 0;
    for (int k = 0; k < z.size(); k++) {
      sum += z.value(k) * z.dot(rows[z.index(k)]);
    }
    return sum;
  }

  /** Multiplies the two entries first, so that the result is the same for (i, j) and (j, i). */
  private static void addOuter(double[] row, double beta, double left, double[] right) {
    if (left != 0) {
      for (int j = 0; j < row.length; j++) {
        row[j] += beta * (left * right[j]);
      }
    }
  }

  /** Adds a multiple of zzᵀ. */
  void addOuter(double factor, Difference z) {
    for (int k = 0; k < z.size(); k++) {
      double[] row = rows[z.index(k)];
      for (int l = 0; l < z.size(); l++) {
        row[z.index(l)] += factor * (z.value(k) * z.value(l));
      }
    }
  }

  /** Adds a multiple of uuᵀ for a dense u. */
  void addOuter(double factor, double[] u) {
    for (int i = 0; i < rows.length; i++) {
      addOuter(rows[i], factor, u[i], u);
    }
  }
}
