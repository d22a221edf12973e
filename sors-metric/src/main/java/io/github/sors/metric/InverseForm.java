package io.github.sors.metric;

import io.github.sors.InvalidInputException;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * zᵀA⁻¹z for a positive definite matrix A = εI + Σ c_k z_k z_kᵀ that grows pair by pair.
 *
 * <p>Keeps A⁻¹ by the Sherman-Morrison formula, at O(d²) a pair. Rounding adds up in it, so with u
 * = A⁻¹z the two ways to the same number, uᵀAu and zᵀu, are held against each other each time, and
 * A⁻¹ is worked out again by a Cholesky factorisation when they drift apart.
 */
final class InverseForm {

  private static final double DRIFT = 1e-4;

  private final DenseMatrix matrix;
  private final DenseMatrix inverse;
  private double measured;

  /**
   * Creates the form of a matrix that is εI now.
   *
   * @param matrix A itself, which its owner changes along with the form
   */
  InverseForm(DenseMatrix matrix, double epsilon, WorkTeam team) {
    this.matrix = matrix;
    this.inverse = new DenseMatrix(matrix.rows().length, 1 / epsilon, team);
  }

  /** The bytes that the form takes at most. */
  static long bytes(int dimension) {
    // three while an inverse is worked out: A, its factor, its inverse
    return 3 * HeapBudget.square(dimension);
  }

  /** Returns zᵀA⁻¹z. */
  double measure(Difference z) {
    measured = inverse.measure(z);
    double[] u = inverse.product();
    double[] back = matrix.times(u);
    double other = 0;
    for (int i = 0; i < u.length; i++) {
      other += u[i] * back[i];
    }
    if (!(Math.abs(other - measured) <= DRIFT * measured)) {
      invert();
      measured = inverse.measure(z);
    }
    return measured;
  }

  /** Follows A ← A + c zzᵀ for the z that was measured last. */
  void update(double c) {
    inverse.update(-c / (1 + c * measured));
  }

  private void invert() {
    int dimension = matrix.rows().length;
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(dimension);
    if (!solver.setA(new DMatrixRMaj(matrix.rows()))) {
      throw new InvalidInputException(
          "the learnt matrix has become singular for double precision: take a smaller eta, or"
              + " normalise the rows");
    }
    DMatrixRMaj inverted = new DMatrixRMaj(dimension, dimension);
    solver.invert(inverted);
    for (int i = 0; i < dimension; i++) {
      for (int j = 0; j <= i; j++) {
        double value = (inverted.get(i, j) + inverted.get(j, i)) / 2;
        inverse.rows()[i][j] = value;
        inverse.rows()[j][i] = value;
      }
    }
  }
}
