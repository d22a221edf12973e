package io.github.sors.metric;

import io.github.sors.parallel.Workers;
import java.util.Arrays;

/**
 * A symmetric matrix with updates A ← A + β(Az)(Az)ᵀ, as in all learners with the LogDet
 * divergence.
 *
 * <p>A single update would read and write all d² entries for one multiplication each. So {@value
 * #PUT_OFF} updates are collected and applied together while a row is in the cache; until then,
 * measuring adds their effect. Measuring takes O((nnz(z) + {@value #PUT_OFF}) · d), an update
 * O(d²).
 */
final class LogDetMatrix {

  static final int PUT_OFF = 32;

  private static final int ROWS_A_TASK = 32;
  // smaller matrices are faster on one thread
  private static final int SHARED_FROM = 256;

  private final double[][] rows;
  private final double[] product;
  private final double[][] directions;
  private final double[] betas = new double[PUT_OFF];
  private int putOff;
  private final Workers workers;

  /** Creates a matrix from the rows of a symmetric matrix, which are not copied. */
  LogDetMatrix(double[][] rows, Workers workers) {
    this.rows = rows;
    this.workers = workers;
    product = new double[rows.length];
    directions = new double[PUT_OFF][rows.length];
  }

  static LogDetMatrix identity(int dimension, Workers workers) {
    double[][] rows = new double[dimension][dimension];
    for (int i = 0; i < dimension; i++) {
      rows[i][i] = 1;
    }
    return new LogDetMatrix(rows, workers);
  }

  /** Returns zᵀAz, and keeps Az for {@link #update}. */
  double measure(Difference z) {
    Arrays.fill(product, 0);
    for (int k = 0; k < z.size(); k++) {
      add(rows[z.index(k)], z.value(k), product);
    }
    for (int p = 0; p < putOff; p++) {
      add(directions[p], betas[p] * z.dot(directions[p]), product);
    }
    return z.dot(product);
  }

  private static void add(double[] row, double factor, double[] into) {
    if (factor != 0) {
      for (int j = 0; j < into.length; j++) {
        into[j] += factor * row[j];
      }
    }
  }

  /** Az of the z that was measured last. */
  double[] product() {
    return product;
  }

  /** Adds β(Az)(Az)ᵀ for the z that was measured last. */
  void update(double beta) {
    System.arraycopy(product, 0, directions[putOff], 0, product.length);
    betas[putOff++] = beta;
    if (putOff == PUT_OFF) {
      makeChanges();
    }
  }

  /** The rows themselves, exactly symmetric. */
  double[][] rows() {
    makeChanges();
    return rows;
  }

  private void makeChanges() {
    if (putOff == 0) {
      return;
    }
    inBlocks(this::changeUpToDiagonal);
    inBlocks(this::mirror);
    putOff = 0;
  }

  @FunctionalInterface
  private interface Block {
    void rows(int from, int to);
  }

  private void inBlocks(Block block) {
    if (rows.length < SHARED_FROM) {
      block.rows(0, rows.length);
    } else {
      workers.forEach(
          (rows.length + ROWS_A_TASK - 1) / ROWS_A_TASK,
          task -> block.rows(task * ROWS_A_TASK, Math.min(rows.length, (task + 1) * ROWS_A_TASK)));
    }
  }

  private void changeUpToDiagonal(int from, int to) {
    for (int i = from; i < to; i++) {
      int p = 0;
      for (; p + 4 <= putOff; p += 4) {
        addFour(i, p);
      }
      for (; p < putOff; p++) {
        double factor = betas[p] * directions[p][i];
        for (int j = 0; j <= i; j++) {
          rows[i][j] += factor * directions[p][j];
        }
      }
    }
  }

  /** Applies four updates with one pass over a row. */
  private void addFour(int i, int p) {
    double[] a = directions[p];
    double[] b = directions[p + 1];
    double[] c = directions[p + 2];
    double[] d = directions[p + 3];
    double ofA = betas[p] * a[i];
    double ofB = betas[p + 1] * b[i];
    double ofC = betas[p + 2] * c[i];
    double ofD = betas[p + 3] * d[i];
    if (ofA == 0 && ofB == 0 && ofC == 0 && ofD == 0) {
      return;
    }
    double[] row = rows[i];
    for (int j = 0; j <= i; j++) {
      row[j] += ofA * a[j] + ofB * b[j] + ofC * c[j] + ofD * d[j];
    }
  }

  private void mirror(int from, int to) {
    for (int j = 0; j < to; j++) {
      for (int i = Math.max(from, j + 1); i < to; i++) {
        rows[j][i] = rows[i][j];
      }
    }
  }
}
