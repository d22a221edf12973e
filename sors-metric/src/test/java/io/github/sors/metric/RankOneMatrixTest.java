package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RankOneMatrixTest {

  private final WorkTeam team = new WorkTeam(2);

  @AfterEach
  void close() {
    team.close();
  }

  @Test
  void bothKindsAreTheSameMatrixAlsoWherePairsComeAgain() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      int dimension = 30;
      DenseMatrix dense = new DenseMatrix(dimension, 0.5, team);
      SpanMatrix span = new SpanMatrix(dimension, 0.5, 20);
      List<Difference> pairs = new ArrayList<>();
      for (int step = 0; step < 60; step++) {
        Difference z =
            pairs.size() == 20
                ? pairs.get(random.nextInt(20))
                : Trainings.difference(random, dimension, 0.3);
        if (pairs.size() < 20) {
          pairs.add(z);
        }
        double measured = dense.measure(z);
        assertThat(span.measure(z)).as("seed %d", seed).isCloseTo(measured, within(1e-10));
        double beta = (random.nextDouble() - 0.7) / measured;
        dense.update(beta);
        span.update(beta);
        assertThat(dense.measure(z))
            .as("seed %d: zᵀ(A + βAzzᵀA)z = p + βp²", seed)
            .isCloseTo(measured + beta * measured * measured, within(1e-10));
      }
      double[][] expected = Trainings.matrixOf(dense, dimension);
      double[][] actual = Trainings.matrixOf(span, dimension);
      for (int i = 0; i < dimension; i++) {
        for (int j = 0; j < dimension; j++) {
          assertThat(actual[i][j]).as("seed %d", seed).isCloseTo(expected[i][j], within(1e-10));
          assertThat(expected[i][j]).as("symmetric").isEqualTo(expected[j][i]);
        }
      }
    }
  }

  @Test
  void sharedWorkIsTheSameWork() {
    int dimension = 600;
    DenseMatrix alone = new DenseMatrix(dimension, 1, new WorkTeam(1));
    DenseMatrix shared = new DenseMatrix(dimension, 1, team);
    Random random = new Random(1);
    for (int step = 0; step < 3; step++) {
      Difference z = Trainings.difference(random, dimension, 0.1);
      alone.measure(z);
      alone.update(0.1);
      shared.measure(z);
      shared.update(0.1);
    }
    assertThat(Trainings.matrixOf(shared, dimension))
        .isDeepEqualTo(Trainings.matrixOf(alone, dimension));
  }
}
