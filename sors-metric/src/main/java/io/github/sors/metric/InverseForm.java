package io.github.sors.metric;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/** zᵀA⁻¹z for a positive definite matrix A = εI + Σ c_k z_k z_kᵀ that grows pair by pair. */
sealed interface InverseForm {

  /**
   * Returns the form of a matrix that is εI now and will be changed by so many pairs at most.
   *
   * @param matrix A itself, which its owner changes along with the form
   */
  static InverseForm of(DenseMatrix matrix, double epsilon, long pairs, WorkTeam team) {
    int dimension = matrix.rows().length;
    return pairs < dimension
        ? new OfPairs(dimension, epsilon)
        : new OfFeatures(matrix, epsilon, team);
  }

  /** The bytes that the form will take at most. */
  static long bytes(int dimension, long pairs) {
    // three while an inverse is worked out: A, its factor, its inverse
    return pairs < dimension ? HeapBudget.square(pairs) / 2 : 3 * HeapBudget.square(dimension);
  }

  /** Returns zᵀA⁻¹z. */
  double measure(Difference z);

  /** Follows A ← A + c zzᵀ for the z that was measured last. */
  void update(double c);

  /**
   * Keeps A⁻¹ by the Sherman-Morrison formula, at O(d²) a pair. Rounding adds up in it, so A(A⁻¹z)
   * is held against z each time, and A⁻¹ worked out again by a Cholesky factorisation when the two
   * drift apart.
   */
  final class OfFeatures implements InverseForm {

    private static final double DRIFT = 1e-7;

    private final DenseMatrix matrix;
    private final DenseMatrix inverse;
    private double measured;

    OfFeatures(DenseMatrix matrix, double epsilon, WorkTeam team) {
      this.matrix = matrix;
      this.inverse = new DenseMatrix(matrix.rows().length, 1 / epsilon, team);
    }

    @Override
    public double measure(Difference z) {
      measured = inverse.measure(z);
      if (hasDrifted(z)) {
        invert();
        measured = inverse.measure(z);
      }
      return measured;
    }

    private boolean hasDrifted(Difference z) {
      double[] rest = matrix.times(inverse.product());
      z.addTo(rest, -1);
      double squared = 0;
      for (double value : rest) {
        squared += value * value;
      }
      return squared > DRIFT * DRIFT * z.squaredNorm();
    }

    @Override
    public void update(double c) {
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

  /**
   * Never leaves the span of the K pairs: by the Woodbury identity zᵀA⁻¹z = ‖z‖²/ε - hᵀN⁻¹h with
   * h_k = z_kᵀz/ε and N_kl = z_kᵀz_l/ε + [k = l]/c_k.
   *
   * <p>N = LDLᵀ grows by a row a pair, whose pivot is 1/c + zᵀA⁻¹z. That is not zero as long as A
   * stays positive definite, so nothing has to be pivoted. O(K² + K · nnz(z)) a pair.
   */
  final class OfPairs implements InverseForm {

    private final double epsilon;
    private final double[] spread;
    private final List<Difference> pairs = new ArrayList<>();
    // the rows of L left of its diagonal of ones
    private final List<double[]> factor = new ArrayList<>();
    private final List<Double> pivots = new ArrayList<>();
    private Difference pair;
    private double measured;
    private double[] row;

    OfPairs(int dimension, double epsilon) {
      this.epsilon = epsilon;
      this.spread = new double[dimension];
    }

    @Override
    public double measure(Difference z) {
      pair = z;
      z.addTo(spread, 1);
      row = new double[pairs.size()];
      double sum = z.squaredNorm() / epsilon;
      // L times what is solved for is h; then it is divided by the pivots to be a row of L
      for (int k = 0; k < row.length; k++) {
        double value = pairs.get(k).dot(spread) / epsilon;
        double[] earlier = factor.get(k);
        for (int l = 0; l < k; l++) {
          value -= earlier[l] * row[l];
        }
        row[k] = value;
      }
      for (int k = 0; k < row.length; k++) {
        double solved = row[k];
        row[k] = solved / pivots.get(k);
        sum -= solved * row[k];
      }
      for (int k = 0; k < z.size(); k++) {
        spread[z.index(k)] = 0;
      }
      measured = sum;
      return sum;
    }

    @Override
    public void update(double c) {
      pairs.add(pair);
      factor.add(row);
      pivots.add(1 / c + measured);
    }
  }
}
