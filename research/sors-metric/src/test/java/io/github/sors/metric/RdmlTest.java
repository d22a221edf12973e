package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.parallel.Workers;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class RdmlTest {

  private static double inverseForm(double[][] matrix, Difference z) {
    DMatrixRMaj inverse = new DMatrixRMaj(matrix);
    assertThat(CommonOps_DDRM.invert(inverse)).isTrue();
    double sum = 0;
    for (int k = 0; k < z.size(); k++) {
      for (int l = 0; l < z.size(); l++) {
        sum += z.value(k) * inverse.get(z.index(k), z.index(l)) * z.value(l);
      }
    }
    return sum;
  }

  @Test
  void theFactorThatIsKeptIsThatOfTheMatrix() {
    for (int seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      int dimension = 12;
      Rdml rdml = new Rdml(new Rdml.Options(0.1, 1, 0.7));
      DenseMatrix matrix = new DenseMatrix(dimension, 0.7);
      CholeskyFactor factor = new CholeskyFactor(dimension, 0.7);
      for (int step = 0; step < 1200; step++) {
        Difference z = Trainings.difference(random, dimension, 0.4);
        double measured = factor.inverseForm(z);
        if (step % 20 == 0) {
          double expected = inverseForm(matrix.rows(), z);
          assertThat(measured)
              .as("seed %d, step %d", seed, step)
              .isCloseTo(expected, within(1e-6 * expected));
        }
        double c = random.nextInt(3) == 0 ? -rdml.cappedStep(z, measured) : 0.05;
        if (c != 0) {
          matrix.addOuter(c, z);
          factor.update(c, z);
        }
      }
    }
  }

  @Test
  void theCapKeepsTheMatrixPositiveUnderNothingButSimilarPairs() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      int dimension = 6;
      Rdml rdml = new Rdml(new Rdml.Options(0.5, 0.01, 1));
      DenseMatrix matrix = new DenseMatrix(dimension, 1);
      CholeskyFactor factor = new CholeskyFactor(matrix.rows().length, 1);
      for (int step = 0; step < 200; step++) {
        rdml.learn(Trainings.difference(random, dimension, 0.8), true, matrix, factor);
        assertThat(Trainings.smallestEigenvalue(matrix.rows()))
            .as("seed %d, step %d", seed, step)
            .isPositive();
      }
    }
  }

  @Test
  void threePairsAreWorkedOutByHand() {
    Rdml rdml = new Rdml(new Rdml.Options(0.1, 2, 1));
    DenseMatrix matrix = new DenseMatrix(2, 1);
    CholeskyFactor factor = new CholeskyFactor(matrix.rows().length, 1);
    // zᵀz = 1 < 2: a similar pair that is near enough
    rdml.learn(Trainings.difference(1, 0), true, matrix, factor);
    assertThat(matrix.rows()).isDeepEqualTo(new double[][] {{1, 0}, {0, 1}});
    // dissimilar and too near: + 0.1 zzᵀ
    rdml.learn(Trainings.difference(1, 0), false, matrix, factor);
    assertThat(matrix.rows()).isDeepEqualTo(new double[][] {{1.1, 0}, {0, 1}});
    // similar and too far, zᵀA⁻¹z = 16: 0.99/16 is less than 0.1, so 0.99 is taken from 1
    rdml.learn(Trainings.difference(0, 4), true, matrix, factor);
    assertThat(matrix.rows()[1][1]).isCloseTo(0.01, within(1e-12));
    // and once more, by all that double precision bears: zᵀA⁻¹z = 1600 becomes 160,000, then 16 ·
    // 10⁶
    rdml.learn(Trainings.difference(0, 40), true, matrix, factor);
    rdml.learn(Trainings.difference(0, 400), true, matrix, factor);
    assertThat(matrix.rows()[1][1]).isCloseTo(1e-6, within(1e-10));
    rdml.learn(Trainings.difference(0, 4000), true, matrix, factor);
    assertThat(matrix.rows()[1][1]).isCloseTo(1e-6, within(1e-10));
  }

  @Test
  void manyFeaturesAndFewPairsGiveAPositiveMatrixToo() {
    MetricTraining training = Trainings.random(2, 40, 100, 3, 0.2, 45);
    BilinearModel model =
        new Rdml(new Rdml.Options(0.3, 3, 1)).learn(training, MetricListener.NONE);
    // in single precision
    assertThat(Trainings.smallestEigenvalue(Trainings.matrixOf(model))).isGreaterThan(-1e-6);
    assertThat(model.nonZeros()).isGreaterThan(100);
    assertThat(model.provenance().rounds()).isEqualTo(45);
  }

  /** Features that no pair has together stay apart: a rounding error there would not be sparse. */
  @Test
  void entriesThatNoPairHasTouchedAreZeroInTheSpanToo() {
    MetricTraining training = Trainings.random(4, 30, 200, 3, 0.05, 20);
    Rdml rdml = new Rdml(Rdml.Options.DEFAULT);
    BilinearModel model = rdml.learn(training, MetricListener.NONE);
    double[][] literal;
    try (Workers workers = new Workers(1, "sors-metric")) {
      literal = rdml.learn(training, workers, MetricListener.NONE).matrix();
    }
    long touched = 0;
    for (int i = 0; i < literal.length; i++) {
      for (int j = 0; j < literal.length; j++) {
        assertThat(model.get(i, j) != 0).as("entry %d, %d", i, j).isEqualTo(literal[i][j] != 0);
        touched += literal[i][j] != 0 ? 1 : 0;
      }
    }
    assertThat(touched).isBetween(201L, 200L * 200 / 2);
  }
}
