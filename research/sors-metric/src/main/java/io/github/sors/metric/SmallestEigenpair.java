package io.github.sors.metric;

import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The smallest eigenvalue and its eigenvector of a symmetric matrix, among eigenvectors that are
 * not orthogonal to a given vector, by the Lanczos method with full orthogonalisation.
 *
 * <p>Of A - αzzᵀ with a positive semi-definite A that is the only eigenvalue that can be negative:
 * its vector u solves (A - μI)u = α(zᵀu)z, so it lies in the Krylov space of A and z, which the
 * method searches. O(m · d² + m² · d) for m steps, m being at most d.
 */
final class SmallestEigenpair {

  private static final int STEPS_UNTIL_LOOK = 8;
  private static final double PRECISION = 1e-12;

  private final double value;
  private final double[] vector;

  private SmallestEigenpair(double value, double[] vector) {
    this.value = value;
    this.vector = vector;
  }

  double value() {
    return value;
  }

  /** Of length 1. */
  double[] vector() {
    return vector;
  }

  static SmallestEigenpair of(double[][] matrix, Difference start) {
    int dimension = matrix.length;
    List<double[]> basis = new ArrayList<>();
    List<Double> diagonal = new ArrayList<>();
    List<Double> beside = new ArrayList<>();
    double[] next = new double[dimension];
    start.addTo(next, 1 / Math.sqrt(start.squaredNorm()));
    double scale = 0;
    while (true) {
      basis.add(next);
      double[] product = times(matrix, next);
      double along = dot(product, next);
      diagonal.add(along);
      // twice is enough
      for (int pass = 0; pass < 2; pass++) {
        for (double[] earlier : basis) {
          addMultiple(product, -dot(product, earlier), earlier);
        }
      }
      double rest = Math.sqrt(dot(product, product));
      scale = Math.max(scale, Math.abs(along) + rest);
      boolean last = basis.size() == dimension || rest <= PRECISION * scale;
      if (last || basis.size() % STEPS_UNTIL_LOOK == 0) {
        Ritz ritz = Ritz.smallest(diagonal, beside);
        if (last || rest * Math.abs(ritz.lastWeight()) <= PRECISION * scale) {
          return new SmallestEigenpair(ritz.value, combined(basis, ritz.weights));
        }
      }
      beside.add(rest);
      next = product;
      for (int i = 0; i < dimension; i++) {
        next[i] /= rest;
      }
    }
  }

  /** Multiplies row by row, since the matrix is symmetric. */
  private static double[] times(double[][] matrix, double[] vector) {
    double[] product = new double[vector.length];
    for (int i = 0; i < vector.length; i++) {
      if (vector[i] != 0) {
        addMultiple(product, vector[i], matrix[i]);
      }
    }
    return product;
  }

  private static void addMultiple(double[] into, double factor, double[] vector) {
    for (int i = 0; i < into.length; i++) {
      into[i] += factor * vector[i];
    }
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      sum += left[i] * right[i];
    }
    return sum;
  }

  private static double[] combined(List<double[]> basis, double[] weights) {
    double[] vector = new double[basis.get(0).length];
    for (int k = 0; k < weights.length; k++) {
      addMultiple(vector, weights[k], basis.get(k));
    }
    return vector;
  }

  /** The smallest eigenpair of the tridiagonal matrix of the steps. */
  private static final class Ritz {

    private final double value;
    private final double[] weights;

    private Ritz(double value, double[] weights) {
      this.value = value;
      this.weights = weights;
    }

    double lastWeight() {
      return weights[weights.length - 1];
    }

    static Ritz smallest(List<Double> diagonal, List<Double> beside) {
      int size = diagonal.size();
      DMatrixRMaj tridiagonal = new DMatrixRMaj(size, size);
      for (int i = 0; i < size; i++) {
        tridiagonal.set(i, i, diagonal.get(i));
        if (i > 0) {
          tridiagonal.set(i, i - 1, beside.get(i - 1));
          tridiagonal.set(i - 1, i, beside.get(i - 1));
        }
      }
      EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
      if (!eigen.decompose(tridiagonal)) {
        throw new ArithmeticException("the eigenvalues of a tridiagonal matrix do not converge");
      }
      int smallest = 0;
      for (int k = 1; k < size; k++) {
        if (eigen.getEigenvalue(k).real < eigen.getEigenvalue(smallest).real) {
          smallest = k;
        }
      }
      return new Ritz(
          eigen.getEigenvalue(smallest).real, eigen.getEigenVector(smallest).data.clone());
    }
  }
}
