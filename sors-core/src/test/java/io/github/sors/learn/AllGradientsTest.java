package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** FTRL and RDA by hand, and what is theirs alone. */
class AllGradientsTest {

  private static final SparseVector X = SparseVector.ofDense(1, 0);
  private static final SparseVector PLUS = SparseVector.ofDense(0, 1);
  private static final Triplet ONE = new Triplet(X, PLUS, SparseVector.EMPTY);

  @Test
  void twoRoundsOfFtrlByHand() {
    Ftrl learner =
        new Ftrl(
            AllGradientsOptions.FTRL_DEFAULT
                .withLambda(0.5)
                .withEta(0.4)
                .withDelta(1)
                .withSetup(LearningSetup.DEFAULT.withMargin(10)));
    learner.learn(ONE);
    // n = 1, σ = 2, Z = 0.4, M = (0.4 - 0.2) / 2
    assertThat(learner.snapshot().get(0, 1)).isCloseTo(0.1f, within(1e-6f));
    learner.learn(ONE);
    // n = 2, σ = 1 + √2, Z = 0.4 + 0.4 + (√2 - 1) 0.1
    double z = 0.8 + (Math.sqrt(2) - 1) * 0.1;
    assertThat((double) learner.snapshot().get(0, 1))
        .isCloseTo((z - 0.2) / (1 + Math.sqrt(2)), within(1e-6));
    // never touched, never shrunk
    assertThat(learner.snapshot().get(1, 1)).isCloseTo(1, within(1e-6f));
  }

  @Test
  void twoRoundsOfRdaByHand() {
    Rda learner =
        new Rda(
            AllGradientsOptions.RDA_DEFAULT
                .withLambda(0.1)
                .withEta(0.4)
                .withDelta(1)
                .withSetup(LearningSetup.DEFAULT.withMargin(10)));
    learner.learn(new Triplet(X, SparseVector.ofDense(1, 1), SparseVector.EMPTY));
    learner.learn(ONE);
    BilinearModel model = learner.snapshot();
    // (0, 1): U = 2, σ = 1 + √2, threshold 0.4 · 0.1 · 2 / σ
    double sigma = 1 + Math.sqrt(2);
    assertThat((double) model.get(0, 1)).isCloseTo((0.8 - 0.08) / sigma, within(1e-6));
    // (0, 0): 1 + 0.4 / 2 less 0.08 / 2, drawn to the 1 that it started from
    assertThat((double) model.get(0, 0)).isCloseTo(1.2 - 0.04, within(1e-6));
    // (1, 1): never touched
    assertThat((double) model.get(1, 1)).isCloseTo(1 - 0.08, within(1e-6));
  }

  /** An entry below the threshold adds up its gradients, where AdaSORS starts again each time. */
  @Test
  void gradientsAddUpBelowTheThreshold() {
    OnlineBilinearLearner ftrl = Algorithm.FTRL.create(Map.of("lambda", "2.5", "init", "zero"));
    OnlineBilinearLearner adaSors =
        Algorithm.ADASORS_I.create(Map.of("lambda", "1.2", "init", "zero"));
    ftrl.learn(List.of(ONE, ONE));
    assertThat(ftrl.snapshot().nonZeros()).isZero();
    ftrl.learn(ONE);
    // three gradients of 1 against 2.5
    assertThat(ftrl.snapshot().get(0, 1)).isPositive();
    adaSors.learn(List.of(ONE, ONE, ONE));
    assertThat(adaSors.snapshot().nonZeros()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"FTRL", "RDA"})
  void startsFromTheValuesOfAModel(Algorithm algorithm) {
    OnlineBilinearLearner learner = algorithm.create(Map.of());
    MatrixRow row = new MatrixRow(0, 0.7f, 0, new int[] {1}, new float[] {-3.3f}, new float[1]);
    learner.restore(List.of(row).iterator(), learner.untouchedDiagonal(), LearningProgress.NONE);
    learner.reserve(FeatureSpaces.shared(3));
    BilinearModel model = learner.snapshot();
    assertThat(model.get(0, 0)).isCloseTo(0.7f, within(1e-6f));
    assertThat(model.get(0, 1)).isCloseTo(-3.3f, within(1e-6f));
    assertThat(model.get(2, 2)).isCloseTo(1, within(1e-6f));
  }

  @Test
  void stepSizesThatFallAreRefused() {
    assertThatThrownBy(() -> Algorithm.FTRL.create(Map.of("eta", "0.1/t")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("eta: expected a number");
  }
}
