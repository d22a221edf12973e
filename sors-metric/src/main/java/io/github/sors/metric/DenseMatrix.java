package io.github.sors.metric;

import java.util.Arrays;

/**
 * A symmetric matrix with all its entries: a look costs O(nnz(z) · d), a change O(d²).
 *
 * <p>Entries (i, j) and (j, i) go through the same operations in the same order, so that the matrix
 * stays symmetric to the last bit.
 */
final class DenseMatrix {

  private static final int ROWS_A_TASK = 64;
  // below, handing out the work takes longer than doing it
  private static final int SHARED_FROM = 512;

  private final double[][] rows;
  private final double[] product;
  private final WorkTeam team;

  DenseMatrix(int dimension, double scale, WorkTeam team) {
    rows = new double[dimension][dimension];
    for (int i = 0; i < dimension; i++) {
      rows[i][i] = scale;
    }
    product = new double[dimension];
    this.team = team;
  }

  /** The rows themselves. */
  double[][] rows() {
    return rows;
  }

  /** Returns zᵀAz, and keeps Az for {@link #update}. */
  double measure(Difference z) {
    Arrays.fill(product, 0);
    for (int k = 0; k < z.size(); k++) {
      add(rows[z.index(k)], z.value(k), product);
    }
    return z.dot(product);
  }

  /** Az of the z that was measured last. */
  double[] product() {
    return product;
  }

  /** Au for a u that is not sparse. */
  double[] times(double[] u) {
    double[] result = new double[u.length];
    for (int i = 0; i < u.length; i++) {
      add(rows[i], u[i], result);
    }
    return result;
  }

  private static void add(double[] row, double factor, double[] into) {
    for (int j = 0; j < into.length; j++) {
      into[j] += factor * row[j];
    }
  }

  /** zᵀAz alone, at a cost of O(nnz(z)²). */
  double form(Difference z) {
    double sum = 0;
    for (int k = 0; k < z.size(); k++) {
      sum += z.value(k) * z.dot(rows[z.index(k)]);
    }
    return sum;
  }

  /** Adds β(Az)(Az)ᵀ for the z that was measured last. */
  void update(double beta) {
    if (rows.length < SHARED_FROM) {
      updateRows(0, rows.length, beta);
    } else {
      team.forEach(
          (rows.length + ROWS_A_TASK - 1) / ROWS_A_TASK,
          task ->
              updateRows(
                  task * ROWS_A_TASK, Math.min(rows.length, (task + 1) * ROWS_A_TASK), beta));
    }
  }

  private void updateRows(int from, int to, double beta) {
    for (int i = from; i < to; i++) {
      addOuter(rows[i], beta, product[i], product);
    }
  }

  /** The product of the two entries first: it is the same for (i, j) and (j, i). */
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

  /** Adds a multiple of uuᵀ for a u that is not sparse. */
  void addOuter(double factor, double[] u) {
    for (int i = 0; i < rows.length; i++) {
      addOuter(rows[i], factor, u[i], u);
    }
  }
}
