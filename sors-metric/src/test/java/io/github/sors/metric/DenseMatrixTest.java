package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DenseMatrixTest {

  private final WorkTeam team = new WorkTeam(2);

  @AfterEach
  void close() {
    team.close();
  }

  @Test
  void aChangeAlongItsOwnProductIsWhatTheFormulaSays() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      DenseMatrix matrix = new DenseMatrix(30, 0.5, team);
      for (int step = 0; step < 60; step++) {
        Difference z = Trainings.difference(random, 30, 0.3);
        double measured = matrix.measure(z);
        assertThat(measured)
            .as("seed %d", seed)
            .isCloseTo(Trainings.form(matrix.rows(), z), within(1e-10));
        double beta = (random.nextDouble() - 0.7) / measured;
        matrix.update(beta);
        assertThat(matrix.measure(z))
            .as("seed %d: zᵀ(A + βAzzᵀA)z = p + βp²", seed)
            .isCloseTo(measured + beta * measured * measured, within(1e-10));
      }
      for (int i = 0; i < 30; i++) {
        for (int j = 0; j < 30; j++) {
          assertThat(matrix.rows()[i][j]).as("symmetric").isEqualTo(matrix.rows()[j][i]);
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
    assertThat(shared.rows()).isDeepEqualTo(alone.rows());
  }
}
