package io.github.sors.metric;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** Small random training sets, and what linear algebra says about the matrices learnt from them. */
final class Trainings {

  private Trainings() {}

  /** Rows of classes that differ in their first features, all others being noise. */
  static MetricTraining random(
      long seed, int rows, int dimension, int classes, double density, long rounds) {
    Random random = new Random(seed);
    List<SparseVector> vectors = new ArrayList<>();
    int[] labels = new int[rows];
    for (int row = 0; row < rows; row++) {
      labels[row] = row % classes;
      float[] values = new float[dimension];
      for (int j = 0; j < dimension; j++) {
        double centre = j == labels[row] ? 1 : 0;
        values[j] =
            random.nextDouble() < density || j == labels[row]
                ? (float) (centre + 0.5 * random.nextGaussian())
                : 0;
      }
      vectors.add(SparseVector.ofDense(values));
    }
    return new MetricTraining(
        vectors, labels, dimension, position -> triplet(vectors, labels, seed, position), rounds);
  }

  private static Triplet triplet(
      List<SparseVector> vectors, int[] labels, long seed, long position) {
    SplittableRandom random = new SplittableRandom(31 * seed + position);
    int anchor = random.nextInt(labels.length);
    int positive = anchor;
    while (positive == anchor || labels[positive] != labels[anchor]) {
      positive = random.nextInt(labels.length);
    }
    int negative = anchor;
    while (labels[negative] == labels[anchor]) {
      negative = random.nextInt(labels.length);
    }
    return new Triplet(vectors.get(anchor), vectors.get(positive), vectors.get(negative));
  }

  static Difference difference(Random random, int dimension, double density) {
    float[] values = new float[dimension];
    values[random.nextInt(dimension)] = 1;
    for (int j = 0; j < dimension; j++) {
      values[j] += random.nextDouble() < density ? (float) random.nextGaussian() : 0;
    }
    return Difference.of(SparseVector.ofDense(values), SparseVector.EMPTY);
  }

  static Difference difference(float... values) {
    return Difference.of(SparseVector.ofDense(values), SparseVector.EMPTY);
  }

  static double[][] matrixOf(BilinearModel model) {
    double[][] matrix = new double[model.queryDimension()][model.itemDimension()];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix[i].length; j++) {
        matrix[i][j] = model.get(i, j);
      }
    }
    return matrix;
  }

  /** zᵀAz, term by term. */
  static double form(double[][] matrix, Difference z) {
    double sum = 0;
    for (int k = 0; k < z.size(); k++) {
      for (int l = 0; l < z.size(); l++) {
        sum += z.value(k) * matrix[z.index(k)][z.index(l)] * z.value(l);
      }
    }
    return sum;
  }

  /** All eigenvalues of a symmetric matrix, ascending. */
  static double[] eigenvalues(double[][] matrix) {
    EigenDecomposition_F64<DMatrixRMaj> eigen =
        DecompositionFactory_DDRM.eig(matrix.length, false, true);
    eigen.decompose(new DMatrixRMaj(matrix));
    double[] values = new double[matrix.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = eigen.getEigenvalue(k).real;
    }
    Arrays.sort(values);
    return values;
  }

  static double smallestEigenvalue(double[][] matrix) {
    return eigenvalues(matrix)[0];
  }
}
