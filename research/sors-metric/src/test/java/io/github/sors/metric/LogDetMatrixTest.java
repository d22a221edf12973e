package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.parallel.Workers;
import java.util.Random;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogDetMatrixTest {

  private final Workers workers = new Workers(2, "sors-metric");

  @AfterEach
  void close() {
    workers.close();
  }

  /** The judge makes every change at once; the numbers end before, at and after a full block. */
  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 100})
  void putOffChangesAreChanges(int changes) {
    Random random = new Random(changes);
    LogDetMatrix matrix = LogDetMatrix.identity(30, workers);
    SimpleMatrix judge = SimpleMatrix.identity(30);
    for (int step = 0; step < changes; step++) {
      Difference z = Trainings.difference(random, 30, 0.3);
      SimpleMatrix product = judge.mult(dense(z));
      double expected = dense(z).dot(product);
      double measured = matrix.measure(z);
      assertThat(measured).isCloseTo(expected, within(1e-10));
      double beta = (random.nextDouble() - 0.7) / measured;
      matrix.update(beta);
      judge = judge.plus(product.mult(product.transpose()).scale(beta));
      assertThat(matrix.measure(z))
          .as("zᵀ(A + βAzzᵀA)z = p + βp²")
          .isCloseTo(measured + beta * measured * measured, within(1e-10));
    }
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 30; j++) {
        assertThat(matrix.rows()[i][j]).isCloseTo(judge.get(i, j), within(1e-10));
        assertThat(matrix.rows()[i][j]).as("symmetric").isEqualTo(matrix.rows()[j][i]);
      }
    }
  }

  private static SimpleMatrix dense(Difference z) {
    double[] values = new double[30];
    z.addTo(values, 1);
    return new SimpleMatrix(30, 1, true, values);
  }

  @Test
  void sharedWorkIsTheSameWork() {
    int dimension = 600;
    LogDetMatrix alone = LogDetMatrix.identity(dimension, new Workers(1, "sors-metric"));
    LogDetMatrix shared = LogDetMatrix.identity(dimension, workers);
    Random random = new Random(1);
    for (int step = 0; step < 40; step++) {
      Difference z = Trainings.difference(random, dimension, 0.1);
      alone.update(0.1 / alone.measure(z));
      shared.update(0.1 / shared.measure(z));
    }
    assertThat(shared.rows()).isDeepEqualTo(alone.rows());
  }
}
