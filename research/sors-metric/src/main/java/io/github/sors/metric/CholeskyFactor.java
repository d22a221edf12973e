package io.github.sors.metric;

import java.util.Arrays;

/**
 * The factor L of a positive definite matrix A = LLᵀ, updated pair by pair, to compute zᵀA⁻¹z =
 * ‖L⁻¹z‖².
 *
 * <p>A ← A + c zzᵀ is applied as rotations of L with √|c| z, hyperbolic ones if c is negative. This
 * takes O(d²) and, unlike updating an inverse, is as accurate as a new factorisation as long as A
 * is not nearly singular.
 */
final class CholeskyFactor {

  // column k of L from its diagonal entry on
  private final double[][] columns;
  private final double[] work;

  /** Creates the factor of the matrix scale · I. */
  CholeskyFactor(int dimension, double scale) {
    columns = new double[dimension][];
    for (int k = 0; k < dimension; k++) {
      columns[k] = new double[dimension - k];
      columns[k][0] = Math.sqrt(scale);
    }
    work = new double[dimension];
  }

  /** The bytes that the factor takes. */
  static long bytes(int dimension) {
    return HeapBudget.square(dimension) / 2;
  }

  /** Returns zᵀA⁻¹z. */
  double inverseForm(Difference z) {
    spread(z, 1);
    double sum = 0;
    for (int k = 0; k < columns.length; k++) {
      double solved = work[k] / columns[k][0];
      if (solved != 0) {
        sum += solved * solved;
        subtract(columns[k], solved, k);
      }
    }
    return sum;
  }

  private void subtract(double[] column, double factor, int from) {
    for (int i = 1; i < column.length; i++) {
      work[from + i] -= factor * column[i];
    }
  }

  /** Applies A ← A + c zzᵀ, which must leave A positive definite. */
  void update(double c, Difference z) {
    spread(z, Math.sqrt(Math.abs(c)));
    double sign = Math.signum(c);
    for (int k = 0; k < columns.length; k++) {
      if (work[k] != 0) {
        rotate(columns[k], sign, k);
      }
    }
  }

  private void rotate(double[] column, double sign, int from) {
    double before = column[0];
    double along = work[from];
    double after = Math.sqrt(before * before + sign * along * along);
    double cosine = after / before;
    double sine = along / before;
    column[0] = after;
    for (int i = 1; i < column.length; i++) {
      double entry = (column[i] + sign * sine * work[from + i]) / cosine;
      column[i] = entry;
      work[from + i] = cosine * work[from + i] - sine * entry;
    }
  }

  private void spread(Difference z, double factor) {
    Arrays.fill(work, 0);
    z.addTo(work, factor);
  }
}
