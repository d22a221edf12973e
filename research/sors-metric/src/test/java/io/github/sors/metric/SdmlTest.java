package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class SdmlTest {

  private static double[][] randomCovariance(Random random, int dimension) {
    DenseMatrix matrix = new DenseMatrix(dimension, 0.2);
    for (int k = 0; k < 2 * dimension; k++) {
      matrix.addOuter(1.0 / dimension, Trainings.difference(random, dimension, 0.4));
    }
    return matrix.rows();
  }

  private static double[][] solve(double[][] covariance, double lambda) {
    GraphicalLasso lasso = new GraphicalLasso(covariance, lambda, 1e-10);
    int sweeps = 0;
    while (!lasso.sweep()) {
      assertThat(++sweeps).as("sweeps").isLessThan(1000);
    }
    return lasso.precision();
  }

  /** 0 is in the subdifferential of tr(SM) - log det M + λ Σ |M_ij| at M, and only there. */
  @Test
  void theSubgradientVanishesAtTheSolution() {
    for (int seed = 0; seed < 5; seed++) {
      double[][] covariance = randomCovariance(new Random(seed), 15);
      double lambda = 0.05;
      double[][] precision = solve(covariance, lambda);
      DMatrixRMaj inverse = new DMatrixRMaj(precision);
      assertThat(CommonOps_DDRM.invert(inverse)).isTrue();
      int zeros = 0;
      for (int i = 0; i < 15; i++) {
        for (int j = 0; j < 15; j++) {
          double gradient = covariance[i][j] - inverse.get(i, j);
          double entry = precision[i][j];
          if (i == j) {
            assertThat(gradient).as("seed %d", seed).isCloseTo(0, within(1e-7));
          } else if (entry == 0) {
            zeros++;
            assertThat(Math.abs(gradient)).as("seed %d", seed).isLessThan(lambda + 1e-7);
          } else {
            assertThat(gradient)
                .as("seed %d, entry %s", seed, entry)
                .isCloseTo(-lambda * Math.signum(entry), within(1e-7));
          }
        }
      }
      assertThat(zeros).as("zeros, seed %d", seed).isBetween(10, 200);
      assertThat(Trainings.smallestEigenvalue(precision)).isPositive();
    }
  }

  @Test
  void twoFeaturesAreWorkedOutByHand() {
    // W₁₂ = soft(0.5, 0.1) = 0.4, and M = W⁻¹ with det 1 · 2 - 0.16 = 1.84
    double[][] precision = solve(new double[][] {{1, 0.5}, {0.5, 2}}, 0.1);
    assertThat(precision[0][0]).isCloseTo(2 / 1.84, within(1e-9));
    assertThat(precision[1][1]).isCloseTo(1 / 1.84, within(1e-9));
    assertThat(precision[0][1]).isCloseTo(-0.4 / 1.84, within(1e-9));
    assertThat(solve(new double[][] {{1, 0.5}, {0.5, 2}}, 0.6))
        .isDeepEqualTo(new double[][] {{1, 0}, {0, 0.5}});
  }

  @Test
  void aLargerLambdaIsSparserAndAllArePositive() {
    MetricTraining training = Trainings.random(1, 80, 20, 3, 0.8, 500);
    int before = Integer.MAX_VALUE;
    for (double lambda : new double[] {0, 0.01, 0.05, 1}) {
      BilinearModel model =
          new Sdml(new Sdml.Options(lambda, 2)).learn(training, MetricListener.NONE);
      assertThat(model.nonZeros()).as("lambda %s", lambda).isLessThan(before);
      assertThat(Trainings.smallestEigenvalue(Trainings.matrixOf(model))).isPositive();
      before = model.nonZeros();
    }
    assertThat(before).isEqualTo(20);
  }

  @Test
  void liftsAnIndefiniteCovariance() {
    // a balance so large that the dissimilar pairs outweigh the identity
    MetricTraining training = Trainings.random(1, 80, 10, 2, 0.8, 500);
    BilinearModel model =
        new Sdml(new Sdml.Options(0.01, 1000)).learn(training, MetricListener.NONE);
    double[] eigenvalues = Trainings.eigenvalues(Trainings.matrixOf(model));
    assertThat(eigenvalues[0]).isPositive();
    assertThat(eigenvalues[9]).isLessThan(1.1 / Sdml.LEAST_EIGENVALUE);
  }
}
