package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.parallel.Workers;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;

class FactoredAromaTest {

  private static final int DIMENSION = 6;
  private static final double R = 0.7;

  private static SparseVector vector(SplittableRandom random) {
    float[] values = new float[DIMENSION];
    for (int j = 0; j < DIMENSION; j++) {
      values[j] = random.nextInt(3) == 0 ? 0 : (float) (random.nextDouble() - 0.4);
    }
    return SparseVector.ofDense(values);
  }

  private static SimpleMatrix column(SparseVector vector) {
    SimpleMatrix column = new SimpleMatrix(DIMENSION, 1);
    for (int k = 0; k < vector.size(); k++) {
      column.set(vector.index(k), 0, vector.value(k));
    }
    return column;
  }

  /**
   * The update from the problem it solves: the mean is that of AROW with the covariance Ω ⊗ Λ, and
   * the inverses grow by rank one, Ω⁻¹ by v/(dr) ppᵀ and Λ⁻¹ by w/(dr) xxᵀ with the new w.
   */
  @Test
  void eachRoundSolvesItsProblem() {
    SplittableRandom random = new SplittableRandom(20120626);
    try (Workers workers = new Workers(1, "sors-metric")) {
      FactoredAroma.State state = new FactoredAroma.State(DIMENSION, R, workers);
      int losses = 0;
      for (int round = 0; round < 200; round++) {
        Triplet triplet = new Triplet(vector(random), vector(random), vector(random));
        SimpleMatrix m = new SimpleMatrix(state.similarity());
        SimpleMatrix lambda = new SimpleMatrix(state.ofQueries().rows());
        SimpleMatrix omega = new SimpleMatrix(state.ofItems().rows());
        SimpleMatrix x = column(triplet.query());
        SimpleMatrix p = column(triplet.positive()).minus(column(triplet.negative()));
        double expectedLoss = Math.max(0, 1 - x.transpose().mult(m).mult(p).get(0));
        assertThat(state.learn(triplet)).isCloseTo(expectedLoss, within(1e-9));
        if (expectedLoss > 0) {
          losses++;
          double v = x.transpose().mult(lambda).mult(x).get(0);
          double w = p.transpose().mult(omega).mult(p).get(0);
          m =
              m.plus(
                  lambda.mult(x).mult(omega.mult(p).transpose()).scale(expectedLoss / (R + v * w)));
          double share = DIMENSION * R;
          omega = omega.invert().plus(p.mult(p.transpose()).scale(v / share)).invert();
          double newW = p.transpose().mult(omega).mult(p).get(0);
          lambda = lambda.invert().plus(x.mult(x.transpose()).scale(newW / share)).invert();
        }
        assertThat(new SimpleMatrix(state.similarity()).minus(m).normF()).isLessThan(1e-9);
        assertThat(new SimpleMatrix(state.ofItems().rows()).minus(omega).normF()).isLessThan(1e-8);
        assertThat(new SimpleMatrix(state.ofQueries().rows()).minus(lambda).normF())
            .isLessThan(1e-8);
      }
      assertThat(losses).isGreaterThan(100);
    }
  }

  @Test
  void learnsASimilarityThatIsNoDistance() {
    SparseVector query = SparseVector.ofDense(1, 0);
    SparseVector near = SparseVector.ofDense(0, 1);
    SparseVector far = SparseVector.ofDense(1, 0);
    Triplet triplet = new Triplet(query, near, far);
    MetricTraining training =
        new MetricTraining(List.of(query, near, far), new int[] {0, 0, 1}, 2, round -> triplet, 50);
    MetricLearner learner = MetricAlgorithm.FACTORED_AROMA.create(Map.of("r", "0.5"));
    BilinearModel model = learner.learn(training, MetricListener.NONE);
    assertThat(model.form()).isEqualTo(BilinearModel.Form.SIMILARITY);
    assertThat(model.score(query, near) - model.score(query, far)).isGreaterThan(0.9);
    assertThat(model.provenance().algorithm()).isEqualTo("aroma-factored");
    assertThat(model.provenance().rounds()).isEqualTo(50);
  }

  @Test
  void refusesOptionsThatMakeNoSense() {
    assertThatThrownBy(() -> MetricAlgorithm.FACTORED_AROMA.create(Map.of("r", "-1")))
        .hasMessageContaining("r: expected a number above 0");
  }
}
