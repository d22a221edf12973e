package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.parallel.Workers;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class LegoTest {

  @Test
  void theRootSolvesItsEquationAlsoWhereTheTextbookFormCancels() {
    double[] sizes = {1e-9, 1e-3, 1, 7, 1e4};
    for (double distance : sizes) {
      for (double target : sizes) {
        for (double eta : sizes) {
          double root = Lego.root(distance, target, eta);
          double square = eta * distance * root * root;
          double linear = (1 - eta * target * distance) * root;
          double largest = Math.max(distance, Math.max(square, Math.abs(linear)));
          assertThat(square + linear - distance)
              .as("ŷ %s, y %s, eta %s", distance, target, eta)
              .isCloseTo(0, within(1e-13 * largest));
          assertThat(root).isPositive();
          assertThat((root - distance) * (target - root))
              .as("between where it was and where it should be")
              .isGreaterThanOrEqualTo(-1e-12 * distance * Math.max(target, distance));
        }
      }
    }
  }

  @Test
  void aStepHitsTheRootAndAddsToTheInverse() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      int dimension = 8;
      LogDetMatrix matrix = LogDetMatrix.identity(dimension, new Workers(1, "sors-metric"));
      for (int step = 0; step < 50; step++) {
        DMatrixRMaj inverse = inverse(matrix.rows());
        Difference z = Trainings.difference(random, dimension, 0.6);
        double target = 3 * random.nextDouble();
        double eta = random.nextDouble();
        double distance = matrix.measure(z);
        double root = Lego.root(distance, target, eta);
        Lego.move(matrix, distance, target, eta);
        assertThat(matrix.measure(z)).as("seed %d", seed).isCloseTo(root, within(1e-11));
        // A₊⁻¹ = A⁻¹ + η(ȳ - y)zzᵀ, what makes the step the implicit gradient step
        DMatrixRMaj after = inverse(matrix.rows());
        for (int k = 0; k < z.size(); k++) {
          for (int l = 0; l < z.size(); l++) {
            double expected =
                inverse.get(z.index(k), z.index(l))
                    + eta * (root - target) * z.value(k) * z.value(l);
            assertThat(after.get(z.index(k), z.index(l)))
                .as("seed %d, step %d", seed, step)
                .isCloseTo(expected, within(1e-7 * (1 + Math.abs(expected))));
          }
        }
        assertThat(Trainings.smallestEigenvalue(matrix.rows()))
            .as("seed %d, step %d", seed, step)
            .isPositive();
      }
    }
  }

  private static DMatrixRMaj inverse(double[][] matrix) {
    DMatrixRMaj inverse = new DMatrixRMaj(matrix);
    assertThat(CommonOps_DDRM.invert(inverse)).isTrue();
    return inverse;
  }

  @Test
  void fewPairsInManyFeaturesAndManyInFewLearnAlike() {
    // 2 · 30 pairs: of 61 features kept in their span, of 59 spread out; two features are empty
    MetricTraining wide = Trainings.random(4, 50, 61, 3, 0.3, 30);
    MetricTraining narrow = Trainings.random(4, 50, 60, 3, 0.3, 30);
    for (MetricTraining training : new MetricTraining[] {wide, narrow}) {
      BilinearModel model = new Lego(Lego.Options.DEFAULT).learn(training, MetricListener.NONE);
      double[][] literal = literal(training);
      for (int i = 0; i < training.dimension(); i++) {
        for (int j = 0; j < training.dimension(); j++) {
          assertThat((double) model.get(i, j)).isCloseTo(literal[i][j], within(1e-5));
        }
      }
      assertThat(Trainings.smallestEigenvalue(Trainings.matrixOf(model))).isPositive();
    }
  }

  /** The update of the paper, A - η(ȳ - y)Azzᵀ A / (1 + η(ȳ - y)ŷ), with the textbook's root. */
  private static double[][] literal(MetricTraining training) {
    int dimension = training.dimension();
    double eta = Lego.Options.DEFAULT.eta();
    DistanceThresholds targets = DistanceThresholds.of(training.vectors());
    double[][] matrix = new double[dimension][dimension];
    for (int i = 0; i < dimension; i++) {
      matrix[i][i] = 1;
    }
    for (int pair = 0; pair < 2 * training.rounds(); pair++) {
      boolean similar = pair % 2 == 0;
      Difference z =
          similar
              ? training.similar(training.triplet(pair / 2))
              : training.dissimilar(training.triplet(pair / 2));
      double now = Trainings.form(matrix, z);
      double target = similar ? targets.similar() : targets.dissimilar();
      if (similar ? now <= target : now >= target) {
        continue;
      }
      double linear = eta * target * now - 1;
      double root = (linear + Math.sqrt(linear * linear + 4 * eta * now * now)) / (2 * eta * now);
      double factor = eta * (root - target) / (1 + eta * (root - target) * now);
      double[] product = new double[dimension];
      for (int i = 0; i < dimension; i++) {
        product[i] = z.dot(matrix[i]);
      }
      for (int i = 0; i < dimension; i++) {
        for (int j = 0; j < dimension; j++) {
          matrix[i][j] -= factor * product[i] * product[j];
        }
      }
    }
    return matrix;
  }
}
