package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AverageTest {

  private static final Triplet ONE =
      new Triplet(
          SparseVector.of(new int[] {0}, new float[] {1}),
          SparseVector.of(new int[] {1}, new float[] {1}),
          SparseVector.EMPTY);

  /** After t rounds entry (0, 1) is t. */
  private static OnlineBilinearLearner counting() {
    return Algorithm.ONLINE_GRADIENT_DESCENT.create(
        Map.of("average", "true", "eta", "1", "margin", "1e9"));
  }

  @Test
  void looksSixteenTimesWhileTheRoundsDouble() {
    List<Long> looks = new ArrayList<>();
    for (long look = MatrixAverage.nextLook(0); look <= 160; look = MatrixAverage.nextLook(look)) {
      looks.add(look);
    }
    assertThat(looks.subList(0, 32)).startsWith(1L, 2L, 3L).endsWith(31L, 32L);
    assertThat(looks.subList(32, 48)).startsWith(34L, 36L).endsWith(62L, 64L);
    assertThat(looks.subList(48, 64)).startsWith(68L, 72L).endsWith(124L, 128L);
    assertThat(looks.subList(64, 68)).containsExactly(136L, 144L, 152L, 160L);
  }

  @Test
  void theMeanIsOverTheRoundsFromTheLastPowerButOneOn() {
    OnlineBilinearLearner learner = counting();
    assertThat(learner.snapshot().get(0, 1)).isZero();
    learner.learn(ONE);
    assertThat(learner.snapshot().get(0, 1)).isEqualTo(1);
    learner.learn(ONE);
    learner.learn(ONE);
    // rounds 2 and 3
    assertThat(learner.snapshot().get(0, 1)).isEqualTo(2.5f);
    learner.learn(List.of(ONE, ONE, ONE));
    // rounds 3 to 6
    assertThat(learner.snapshot().get(0, 1)).isEqualTo(4.5f);
  }

  @Test
  void whatIsFoundStandsForTheRoundsSinceTheLookBefore() {
    OnlineBilinearLearner learner = counting();
    for (int round = 1; round <= 67; round++) {
      learner.learn(ONE);
    }
    // 34, 36, …, 64 for two rounds each, and 67 for the three since 64
    double sum = 3 * 67;
    for (int look = 34; look <= 64; look += 2) {
      sum += 2 * look;
    }
    assertThat((double) learner.snapshot().get(0, 1)).isCloseTo(sum / 35, within(1e-5));
    assertThat(learner.snapshot().get(0, 0)).isEqualTo(1);
  }

  @Test
  void aModelIsTheMeanAndTheLearnerGoesOnWithM() {
    OnlineBilinearLearner learner = counting();
    learner.learn(List.of(ONE, ONE, ONE));
    BilinearModel first = learner.snapshot();
    assertThat(learner.snapshot().get(0, 1)).isEqualTo(first.get(0, 1));
    assertThat(learner.score(ONE.query(), ONE.positive())).isEqualTo(3);
    assertThat(first.provenance().options()).containsEntry("average", "true");
  }

  @Test
  void entriesThatCameAndWentAreInTheMean() {
    OnlineBilinearLearner learner =
        Algorithm.SORS_I.create(
            Map.of("average", "true", "eta", "1", "margin", "0.5", "lambda", "0.4"));
    learner.learn(ONE);
    learner.learn(ONE);
    Triplet other =
        new Triplet(
            SparseVector.of(new int[] {2}, new float[] {1}),
            SparseVector.of(new int[] {2}, new float[] {1}),
            SparseVector.EMPTY);
    learner.learn(List.of(other, other));
    // 0.6 after round 1, 0.2 after round 2 without a loss, 0 after rounds 3 and 4
    assertThat(learner.score(ONE.query(), ONE.positive())).isZero();
    assertThat(learner.snapshot().get(0, 1)).isCloseTo(0.2f / 3, within(1e-6f));
  }

  @Test
  void rowsThatComeAndGoCannotBeAveraged() {
    assertThatThrownBy(() -> new PartialLearner(Algorithm.SORS_I, Map.of("average", "true")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("average and max-nonzeros");
    assertThatThrownBy(() -> counting().forEachRow(row -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
