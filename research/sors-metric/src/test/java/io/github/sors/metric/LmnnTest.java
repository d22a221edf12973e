package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.parallel.Workers;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LmnnTest {

  private final Workers workers = new Workers(2, "sors-metric");

  @AfterEach
  void close() {
    workers.close();
  }

  private static double[][] randomFactor(Random random, int dimension) {
    double[][] factor = new double[dimension][dimension];
    for (int i = 0; i < dimension; i++) {
      for (int j = 0; j < dimension; j++) {
        factor[i][j] = (i == j ? 1 : 0) + 0.3 * random.nextGaussian();
      }
    }
    return factor;
  }

  /** The objective word by word, with all triples of rows. */
  private static double literalObjective(
      MetricTraining training, int k, double mu, double[][] factor) {
    int n = training.size();
    double[][] euclidean = new double[n][n];
    double[][] learnt = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        Difference z = Difference.of(training.vectors().get(i), training.vectors().get(j));
        euclidean[i][j] = z.squaredNorm();
        for (double[] row : factor) {
          learnt[i][j] += Math.pow(z.dot(row), 2);
        }
      }
    }
    double objective = 0;
    for (int i = 0; i < n; i++) {
      int self = i;
      List<Integer> targets =
          IntStream.range(0, n)
              .filter(j -> j != self && training.label(j) == training.label(self))
              .boxed()
              .sorted(Comparator.comparingDouble(j -> euclidean[self][j]))
              .limit(k)
              .toList();
      for (int j : targets) {
        objective += (1 - mu) * learnt[i][j];
        for (int l = 0; l < n; l++) {
          if (training.label(l) != training.label(i)) {
            objective += mu * Math.max(0, 1 + learnt[i][j] - learnt[i][l]);
          }
        }
      }
    }
    return objective;
  }

  @Test
  void theObjectiveIsTheLiteralOneWhereverLJumps() {
    for (int seed = 0; seed < 5; seed++) {
      MetricTraining training = Trainings.random(seed, 60, 7, 3, 0.7, 1);
      LmnnProblem problem = new LmnnProblem(training, 3, 0.3, workers);
      Random random = new Random(seed);
      for (int jump = 0; jump < 5; jump++) {
        double[][] factor = randomFactor(random, 7);
        double expected = literalObjective(training, 3, 0.3, factor);
        assertThat(problem.at(factor).objective())
            .as("seed %d, jump %d", seed, jump)
            .isCloseTo(expected, within(1e-9 * expected));
      }
    }
  }

  @Test
  void theObjectiveIsExactWithoutANewSearchWhileLMovesLittle() {
    MetricTraining training = Trainings.random(7, 80, 6, 4, 1, 1);
    LmnnProblem problem = new LmnnProblem(training, 2, 0.5, workers);
    Random random = new Random(7);
    double[][] factor = randomFactor(random, 6);
    for (int step = 0; step < 40; step++) {
      double[][] moved = new double[6][];
      for (int i = 0; i < 6; i++) {
        moved[i] = factor[i].clone();
        for (int j = 0; j < 6; j++) {
          moved[i][j] += 0.003 * random.nextGaussian();
        }
      }
      factor = moved;
      double expected = literalObjective(training, 2, 0.5, factor);
      assertThat(problem.at(factor).objective())
          .as("step %d", step)
          .isCloseTo(expected, within(1e-9 * expected));
    }
    assertThat(problem.searches()).as("searches in 40 steps").isBetween(1, 20);
  }

  @Test
  void theGradientIsThatOfFiniteDifferences() {
    for (int seed = 0; seed < 3; seed++) {
      MetricTraining training = Trainings.random(seed, 50, 5, 3, 1, 1);
      LmnnProblem problem = new LmnnProblem(training, 3, 0.6, workers);
      double[][] factor = randomFactor(new Random(seed), 5);
      double[][] gradient = problem.at(factor).gradient();
      double h = 1e-6;
      for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
          double before = factor[i][j];
          factor[i][j] = before + h;
          double above = literalObjective(training, 3, 0.6, factor);
          factor[i][j] = before - h;
          double below = literalObjective(training, 3, 0.6, factor);
          factor[i][j] = before;
          double expected = (above - below) / (2 * h);
          assertThat(gradient[i][j])
              .as("seed %d, entry (%d, %d)", seed, i, j)
              .isCloseTo(expected, within(1e-4 * (1 + Math.abs(expected))));
        }
      }
    }
  }

  @Test
  void theObjectiveNeverRisesAndFallsFar() {
    MetricTraining training = Trainings.random(3, 90, 12, 3, 0.8, 1);
    Lmnn.Descent descent = new Lmnn.Descent(new LmnnProblem(training, 3, 0.5, workers));
    double first = descent.point().objective();
    double before = first;
    for (int step = 0; step < 100; step++) {
      descent.step();
      assertThat(descent.point().objective()).as("step %d", step).isLessThanOrEqualTo(before);
      before = descent.point().objective();
    }
    assertThat(before).isLessThan(0.8 * first);
    assertThat(before)
        .isCloseTo(
            literalObjective(training, 3, 0.5, descent.point().factor()), within(1e-9 * before));
  }

  @Test
  void twoPairsOnALineAreWorkedOutByHand() {
    // classes {0, 1} and {3, 5} on a line, k = 1, L = (1): pull 1 + 1 + 4 + 4 = 10;
    // push: from 1 to 3 it is 4, 1 + 1 - 4 < 0; from 3 to 1 it is 4, 1 + 4 - 4 = 1; from 3 to 0 it
    // is 9, 1 + 4 - 9 < 0; from 5 none. With mu = 0.25: 0.75 · 10 + 0.25 · 1 = 7.75.
    // derivative: 0.75 · 2 · 10 + 0.25 · 2 · (4 - 4) = 15
    List<SparseVector> rows =
        List.of(
            SparseVector.EMPTY,
            SparseVector.ofDense(1),
            SparseVector.ofDense(3),
            SparseVector.ofDense(5));
    MetricTraining training =
        new MetricTraining(rows, new int[] {4, 4, 9, 9}, 1, position -> null, 1);
    LmnnProblem.Point point = new LmnnProblem(training, 1, 0.25, workers).at(new double[][] {{1}});
    assertThat(point.objective()).isCloseTo(7.75, within(1e-12));
    assertThat(point.gradient()[0][0]).isCloseTo(15, within(1e-12));
  }

  @Test
  void theModelIsPositiveAndTheSameForAnyNumberOfThreads() {
    MetricTraining training = Trainings.random(5, 200, 40, 4, 0.5, 30);
    Lmnn lmnn = new Lmnn(Lmnn.Options.DEFAULT);
    BilinearModel one = lmnn.learn(training.withThreads(1), MetricListener.NONE);
    BilinearModel three = lmnn.learn(training.withThreads(3), MetricListener.NONE);
    assertThat(three.valueArray()).isEqualTo(one.valueArray());
    assertThat(one.form()).isEqualTo(BilinearModel.Form.DISTANCE);
    assertThat(Trainings.smallestEigenvalue(Trainings.matrixOf(one))).isGreaterThan(-1e-5);
  }

  @Test
  void endsWhenToldTo() {
    MetricTraining training = Trainings.random(5, 60, 8, 3, 1, 1000);
    BilinearModel model =
        new Lmnn(Lmnn.Options.DEFAULT.withTolerance(0)).learn(training, (done, most) -> done < 7);
    assertThat(model.provenance().rounds()).isEqualTo(7);
  }

  @Test
  void saysWhatItCanNotLearnFrom() {
    MetricTraining alone = Trainings.random(1, 4, 5, 4, 1, 10);
    assertThatThrownBy(() -> new Lmnn(Lmnn.Options.DEFAULT).learn(alone, MetricListener.NONE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("alone in its class");
  }
}
