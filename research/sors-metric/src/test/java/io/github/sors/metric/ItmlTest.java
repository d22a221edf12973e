package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItmlTest {

  @Test
  void withoutSlackAllConstraintsAreMetInTheEnd() {
    // few constraints in many features, so that all can be met
    for (int seed = 0; seed < 3; seed++) {
      for (int dimension : new int[] {9, 40}) {
        MetricTraining training = Trainings.random(seed, 40, dimension, 2, 1, 5);
        DistanceThresholds bounds = DistanceThresholds.of(training.vectors());
        BilinearModel model =
            new Itml(new Itml.Options(Double.POSITIVE_INFINITY, 5000, 1e-9))
                .learn(training, MetricListener.NONE);
        for (int t = 0; t < 5; t++) {
          Triplet triplet = training.triplet(t);
          assertThat(-model.score(triplet.query(), triplet.positive()))
              .as("similar, seed %d, %d features", seed, dimension)
              .isLessThan(bounds.similar() * (1 + 1e-3));
          assertThat(-model.score(triplet.query(), triplet.negative()))
              .as("dissimilar, seed %d, %d features", seed, dimension)
              .isGreaterThan(bounds.dissimilar() * (1 - 1e-3));
        }
        assertThat(Trainings.smallestEigenvalue(Trainings.matrixOf(model))).isPositive();
      }
    }
  }

  @Test
  void oneProjectionIsWorkedOutByHand() {
    // rows 0, 1, 2, 3 on a line: squared distances 1, 1, 1, 4, 4, 9; l = 1, u = 4 + 0.75 · 5 =
    // 7.75.
    // similar z = 2, A = 1: p = 4, gamma = 1: alpha = min(0, ½(¼ - 1)) = -3/8,
    // beta = -3/8 / (1 + 3/8 · 4) = -3/20, A = 1 - 3/20 · 4 = 2/5, its multiplier 3/8;
    // dissimilar z = 1: p = 2/5, alpha = min(0, ½(1/7.75 - 5/2)), beta = -alpha/(1 + alpha p)
    List<SparseVector> rows =
        List.of(
            SparseVector.EMPTY,
            SparseVector.ofDense(1),
            SparseVector.ofDense(2),
            SparseVector.ofDense(3));
    Triplet triplet = new Triplet(rows.get(0), rows.get(2), rows.get(1));
    MetricTraining training =
        new MetricTraining(rows, new int[] {0, 1, 0, 1}, 1, position -> triplet, 1);
    BilinearModel model = new Itml(new Itml.Options(1, 1, 0)).learn(training, MetricListener.NONE);
    double alpha = 0.5 * (1 / 7.75 - 2.5);
    double beta = -alpha / (1 + alpha * 0.4);
    assertThat((double) model.get(0, 0)).isCloseTo(0.4 + beta * 0.16, within(1e-6));
    assertThat(model.provenance().rounds()).isEqualTo(1);
  }

  @Test
  void aSmallGammaStaysNearTheIdentity() {
    MetricTraining training = Trainings.random(1, 40, 10, 2, 1, 200);
    double[] distances = new double[3];
    double[] gammas = {1e-3, 0.1, 10};
    for (int g = 0; g < 3; g++) {
      double[][] matrix =
          Trainings.matrixOf(
              new Itml(Itml.Options.DEFAULT.withGamma(gammas[g]))
                  .learn(training, MetricListener.NONE));
      for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) {
          distances[g] += Math.pow(matrix[i][j] - (i == j ? 1 : 0), 2);
        }
      }
    }
    assertThat(distances).isSorted();
    assertThat(distances[0]).isLessThan(0.1 * distances[2]);
  }

  @Test
  void equalRowsTeachNothing() {
    List<SparseVector> rows =
        List.of(SparseVector.ofDense(1, 2), SparseVector.ofDense(1, 2), SparseVector.ofDense(3, 1));
    Triplet equal = new Triplet(rows.get(0), rows.get(1), rows.get(1));
    MetricTraining training =
        new MetricTraining(rows, new int[] {0, 0, 1}, 2, position -> equal, 10);
    for (MetricLearner learner :
        List.of(
            new Itml(Itml.Options.DEFAULT),
            new Lego(Lego.Options.DEFAULT),
            new Rdml(Rdml.Options.DEFAULT))) {
      BilinearModel model = learner.learn(training, MetricListener.NONE);
      // RDML starts from 0.1 and measures in the median, which is 5 here
      double start = learner instanceof Rdml ? 0.02f : 1;
      assertThat(Trainings.matrixOf(model))
          .as(learner.algorithm())
          .isDeepEqualTo(new double[][] {{start, 0}, {0, start}});
    }
  }
}
