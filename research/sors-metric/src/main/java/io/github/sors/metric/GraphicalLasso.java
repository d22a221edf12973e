package io.github.sors.metric;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The sparse inverse of a covariance: min tr(SM) - log det M + λ Σ |M_ij|, i ≠ j, over positive
 * definite M.
 *
 * <p>Block coordinate descent on W = M⁻¹, a column at a time, each by coordinate descent on a lasso
 * problem; Friedman, Hastie and Tibshirani, <i>Sparse inverse covariance estimation with the
 * graphical lasso</i>, Biostatistics 2008. At the optimum W_ii = S_ii, W_ij = S_ij + λ sign(M_ij)
 * where M_ij is not zero, and |W_ij - S_ij| ≤ λ elsewhere. A sweep over all columns costs O(d³) and
 * more, so it is for hundreds of features.
 */
final class GraphicalLasso {

  private static final int MOST_PASSES = 1_000;

  private final double[][] covariance;
  private final double lambda;
  private final double tolerance;
  // W, and for each column the solution of its lasso problem
  private final double[][] estimate;
  private final double[][] solutions;

  /**
   * Creates the problem.
   *
   * @param covariance S, symmetric and positive definite
   * @param tolerance the maximum error of an entry of W, relative to the mean of S's diagonal
   */
  GraphicalLasso(double[][] covariance, double lambda, double tolerance) {
    this.covariance = covariance;
    this.lambda = lambda;
    int dimension = covariance.length;
    double trace = 0;
    estimate = new double[dimension][];
    for (int i = 0; i < dimension; i++) {
      trace += covariance[i][i];
      estimate[i] = covariance[i].clone();
    }
    this.tolerance = tolerance * trace / Math.max(1, dimension);
    solutions = new double[dimension][dimension];
  }

  /** The smallest eigenvalue of a symmetric matrix. */
  static double smallestEigenvalue(double[][] matrix) {
    EigenDecomposition_F64<DMatrixRMaj> eigen =
        DecompositionFactory_DDRM.eig(matrix.length, false, true);
    if (!eigen.decompose(new DMatrixRMaj(matrix))) {
      throw new ArithmeticException("the eigenvalues of a symmetric matrix do not converge");
    }
    double smallest = Double.POSITIVE_INFINITY;
    for (int k = 0; k < matrix.length; k++) {
      smallest = Math.min(smallest, eigen.getEigenvalue(k).real);
    }
    return smallest;
  }

  /**
   * Goes over all columns once.
   *
   * @return whether no entry has changed by more than the tolerance
   */
  boolean sweep() {
    double largest = 0;
    for (int column = 0; column < covariance.length; column++) {
      largest = Math.max(largest, solveColumn(column));
    }
    return largest <= tolerance;
  }

  /** Solves a column's lasso problem, and returns the largest change of W. */
  private double solveColumn(int column) {
    int dimension = covariance.length;
    double[] solution = solutions[column];
    // W₁₁ times the solution, updated with every coordinate
    double[] product = new double[dimension];
    for (int k = 0; k < dimension; k++) {
      if (solution[k] != 0) {
        addMultiple(product, solution[k], estimate[k]);
      }
    }
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      double largest = 0;
      for (int k = 0; k < dimension; k++) {
        if (k == column) {
          continue;
        }
        double diagonal = estimate[k][k];
        double free = covariance[column][k] - product[k] + diagonal * solution[k];
        double value = soft(free, lambda) / diagonal;
        double change = value - solution[k];
        if (change != 0) {
          solution[k] = value;
          addMultiple(product, change, estimate[k]);
          largest = Math.max(largest, Math.abs(change) * diagonal);
        }
      }
      if (largest <= tolerance / 10) {
        break;
      }
    }
    double moved = 0;
    for (int k = 0; k < dimension; k++) {
      if (k != column) {
        moved = Math.max(moved, Math.abs(estimate[k][column] - product[k]));
        estimate[k][column] = product[k];
        estimate[column][k] = product[k];
      }
    }
    return moved;
  }

  private static void addMultiple(double[] into, double factor, double[] vector) {
    for (int i = 0; i < into.length; i++) {
      into[i] += factor * vector[i];
    }
  }

  private static double soft(double value, double threshold) {
    return Math.max(value - threshold, 0) + Math.min(value + threshold, 0);
  }

  /** Returns M; an entry is zero if it is zero in one of its two columns. */
  double[][] precision() {
    int dimension = covariance.length;
    double[] diagonal = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      double explained = 0;
      for (int k = 0; k < dimension; k++) {
        explained += k == j ? 0 : estimate[k][j] * solutions[j][k];
      }
      diagonal[j] = 1 / (estimate[j][j] - explained);
    }
    double[][] precision = new double[dimension][dimension];
    for (int i = 0; i < dimension; i++) {
      precision[i][i] = diagonal[i];
      for (int j = 0; j < i; j++) {
        double oneWay = -solutions[j][i] * diagonal[j];
        double other = -solutions[i][j] * diagonal[i];
        double value = oneWay == 0 || other == 0 ? 0 : (oneWay + other) / 2;
        precision[i][j] = value;
        precision[j][i] = value;
      }
    }
    return precision;
  }
}
