package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.Triplet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PolaTest {

  @Test
  void atMostOneEigenvalueIsNegativeBeforeTheProjectionAndNoneAfter() {
    for (int seed = 0; seed < 5; seed++) {
      MetricTraining training = Trainings.random(seed, 60, 10, 3, 0.7, 300);
      Pola.State state = new Pola.State(10);
      int negative = 0;
      for (int t = 0; t < 300; t++) {
        Triplet triplet = training.triplet(t);
        Difference z = training.similar(triplet);
        if (state.step(z, 1)) {
          double[] before = Trainings.eigenvalues(state.matrix());
          assertThat(before[1]).as("the second, seed %d, round %d", seed, t).isGreaterThan(-1e-10);
          state.project(z);
          double[] after = Trainings.eigenvalues(state.matrix());
          assertThat(after[0]).as("after, seed %d, round %d", seed, t).isGreaterThan(-1e-10);
          // only the negative one has changed
          for (int k = 1; k < 10; k++) {
            double expected = k == 1 && before[0] < 0 ? Math.max(0, before[1]) : before[k];
            if (before[0] >= 0 || k > 1) {
              assertThat(after[k]).isCloseTo(expected, within(1e-9));
            }
          }
          negative += before[0] < -1e-9 ? 1 : 0;
        }
        state.step(training.dissimilar(triplet), -1);
        assertThat(state.threshold()).isGreaterThanOrEqualTo(1);
      }
      assertThat(negative).as("projections that had something to do, seed %d", seed).isPositive();
    }
  }

  @Test
  void theFirstPairsAreWorkedOutByHand() {
    Pola.State state = new Pola.State(2);
    // A = 0, b = 1: a similar pair has no loss
    assertThat(state.step(Trainings.difference(1, 0), 1)).isFalse();
    // dissimilar: loss = 1 - (0 - 1) = 2, alpha = 2/(16 + 1), A = alpha · 4, b = max(1, 1 - alpha)
    assertThat(state.step(Trainings.difference(2, 0), -1)).isTrue();
    assertThat(state.matrix()[0][0]).isCloseTo(8.0 / 17, within(1e-15));
    assertThat(state.threshold()).isEqualTo(1);
    // similar: zᵀAz = 8/17, loss = 8/17, alpha = 4/17
    assertThat(state.step(Trainings.difference(1, 0), 1)).isTrue();
    assertThat(state.matrix()[0][0]).isCloseTo(4.0 / 17, within(1e-15));
    assertThat(state.threshold()).isCloseTo(1 + 4.0 / 17, within(1e-15));
  }

  @Test
  void theSmallestEigenpairIsThatOfAFullDecomposition() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      int dimension = 40;
      DenseMatrix matrix = new DenseMatrix(dimension, 0);
      for (int k = 0; k < 5 + 10 * seed; k++) {
        matrix.addOuter(random.nextDouble(), Trainings.difference(random, dimension, 0.5));
      }
      Difference z = Trainings.difference(random, dimension, 0.5);
      matrix.addOuter(-5, z);
      SmallestEigenpair pair = SmallestEigenpair.of(matrix.rows(), z);
      double expected = Trainings.smallestEigenvalue(matrix.rows());
      assertThat(pair.value()).as("seed %d", seed).isNegative().isCloseTo(expected, within(1e-9));
      double[] vector = pair.vector();
      for (int i = 0; i < dimension; i++) {
        double product = 0;
        for (int j = 0; j < dimension; j++) {
          product += matrix.rows()[i][j] * vector[j];
        }
        assertThat(product).as("seed %d", seed).isCloseTo(expected * vector[i], within(1e-6));
      }
    }
  }

  @Test
  void aWholeTrainingEndsPositive() {
    MetricTraining training = Trainings.random(1, 60, 12, 3, 0.7, 500);
    BilinearModel model = new Pola().learn(training, MetricListener.NONE);
    assertThat(Trainings.smallestEigenvalue(Trainings.matrixOf(model))).isGreaterThan(-1e-6);
    assertThat(model.nonZeros()).isPositive();
  }
}
