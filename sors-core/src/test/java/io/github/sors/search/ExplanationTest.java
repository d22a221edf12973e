package io.github.sors.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.FeatureSpaces;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  /**
   *
   *
   * <pre>
   *      1   0.5  0
   * M =  0   2   -1
   * </pre>
   */
  private static final BilinearModel MODEL =
      BilinearModel.ofRows(
          2, 3, new long[] {0, 2, 4}, new int[] {0, 1, 1, 2}, new float[] {1, 0.5f, 2, -1});

  @Test
  void namesEveryPairThatAddsToTheScore() {
    // x = (2, 1), y = (1, 0, 3): 2·1·1 = 2 for (0, 0) and 1·(-1)·3 = -3 for (1, 2); sum -1
    Explanation explanation =
        Explanation.of(MODEL, SparseVector.ofDense(2, 1), SparseVector.ofDense(1, 0, 3));

    assertThat(explanation.score()).isEqualTo(-1);
    assertThat(explanation.pairs())
        .containsExactly(new Explanation.Pair(1, 2, -1, -3), new Explanation.Pair(0, 0, 1, 2));
    assertThat(explanation.strongest(1)).containsExactly(new Explanation.Pair(1, 2, -1, -3));
    assertThat(explanation.strongest(9)).isEqualTo(explanation.pairs());
  }

  @Test
  void ordersEqualContributionsByTheirFeatures() {
    // x = (4, 1), y = (0.5, 1, 2): 4·1·0.5 = 2, 4·0.5·1 = 2, 1·2·1 = 2, 1·(-1)·2 = -2
    Explanation explanation =
        Explanation.of(MODEL, SparseVector.ofDense(4, 1), SparseVector.ofDense(0.5f, 1, 2));

    assertThat(explanation.pairs())
        .extracting(pair -> List.of(pair.queryFeature(), pair.itemFeature()))
        .containsExactly(List.of(0, 0), List.of(0, 1), List.of(1, 1), List.of(1, 2));
  }

  @Test
  void leavesOutFeaturesThatTheModelDoesNotKnow() {
    SparseVector beyond = SparseVector.ofDense(0, 0, 0, 1);

    Explanation explanation = Explanation.of(MODEL, beyond, beyond);

    assertThat(explanation.score()).isZero();
    assertThat(explanation.pairs()).isEmpty();
  }

  @Test
  void sumsToTheScoreOfRandomModels() {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      BilinearModel model = RandomModels.model(random, 20, 15, random.nextDouble());
      SparseVector query = RandomModels.vector(random, 25, 0.5).scaled(random.nextGaussian());
      SparseVector item = RandomModels.vector(random, 25, 0.5).scaled(random.nextGaussian());

      Explanation explanation = Explanation.of(model, query, item);

      double sum = 0;
      double magnitude = 0;
      double previous = Double.POSITIVE_INFINITY;
      for (Explanation.Pair pair : explanation.pairs()) {
        assertThat(pair.weight()).isEqualTo(model.get(pair.queryFeature(), pair.itemFeature()));
        assertThat(Math.abs(pair.contribution())).as("seed %d", seed).isLessThanOrEqualTo(previous);
        previous = Math.abs(pair.contribution());
        sum += pair.contribution();
        magnitude += previous;
      }
      assertThat(sum).as("seed %d", seed).isCloseTo(explanation.score(), within(1e-13 * magnitude));
      assertThat(explanation.score()).isEqualTo(model.score(query, item));
    }
  }

  @Test
  void aDistanceIsExplainedByWhatTheTwoDifferIn() {
    // M = (2 1; 1 3), x = (1, 5, 2), y = (3, 5, 1), z = (-2, 0, 1), the third beyond M: -4 · 2 = -8
    BilinearModel distance =
        BilinearModel.ofRows(
                2, 2, new long[] {0, 2, 4}, new int[] {0, 1, 0, 1}, new float[] {2, 1, 1, 3})
            .withForm(BilinearModel.Form.DISTANCE);
    Explanation explanation =
        Explanation.of(distance, SparseVector.ofDense(1, 5, 2), SparseVector.ofDense(3, 5, 1));

    assertThat(explanation.score()).isEqualTo(-8);
    assertThat(explanation.pairs()).containsExactly(new Explanation.Pair(0, 0, 2, -8));
  }

  @Test
  void theContributionsToADistanceSumToItsScore() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      BilinearModel model = RandomModels.symmetric(random, 15, random.nextDouble());
      BilinearModel distance = model.withForm(BilinearModel.Form.DISTANCE);
      SparseVector query = RandomModels.vector(random, 18, 0.5);
      SparseVector item = RandomModels.vector(random, 18, 0.5);

      Explanation explanation = Explanation.of(distance, query, item);

      double sum = 0;
      for (Explanation.Pair pair : explanation.pairs()) {
        sum += pair.contribution();
      }
      assertThat(sum).as("seed %d", seed).isCloseTo(explanation.score(), within(1e-9));
    }
  }

  @Test
  void thePairsOfAnEncoderSumToItsScore() {
    EncoderLearner learner =
        new EncoderLearner(new EncoderOptions(16, 0.02, 0.2, 0.01, 1, FeatureSpaces.UNKNOWN));
    for (int round = 0; round < 200; round++) {
      learner.learn(
          new Triplet(
              SparseVector.ofDense(1, round % 2, 0, 1),
              SparseVector.ofDense(1, 0, 0.5f),
              SparseVector.ofDense(0, 1, round % 3)));
    }
    EncoderModel model = learner.snapshot();
    SparseVector query = SparseVector.ofDense(2, 1, 0, -1, 3);
    SparseVector item = SparseVector.ofDense(0, 1, 0.5f);

    Explanation explanation = Explanation.of(model, query, item);

    assertThat(explanation.pairs()).hasSize(8);
    assertThat(explanation.score()).isEqualTo(model.score(query, item));
    assertThat(explanation.pairs().stream().mapToDouble(Explanation.Pair::contribution).sum())
        .isCloseTo(explanation.score(), within(1e-6));
    assertThat(Explanation.of(model, SparseVector.EMPTY, item).pairs()).isEmpty();
    assertThat(Explanation.bounded(model, query, item, 8).pairs()).isEqualTo(explanation.pairs());
  }

  /** Two features matter among many: those are the ones that a bounded explanation pairs. */
  @Test
  void aBoundedExplanationPairsTheFeaturesThatContributeMost() {
    EncoderModel model =
        new EncoderLearner(new EncoderOptions(16, 0.02, 0.2, 0, 1, FeatureSpaces.UNKNOWN))
            .snapshot();
    float[] values = new float[200];
    Arrays.fill(values, 0.001f);
    values[17] = 3;
    values[130] = 2;
    SparseVector vector = SparseVector.ofDense(values);
    Explanation whole = Explanation.of(model, vector, vector);
    Explanation bounded = Explanation.bounded(model, vector, vector, 100);
    assertThat(whole.pairs()).hasSizeGreaterThan(30_000);
    assertThat(bounded.pairs()).hasSizeLessThanOrEqualTo(100);
    assertThat(bounded.score()).isEqualTo(whole.score());
    assertThat(bounded.strongest(4)).isEqualTo(whole.strongest(4));
  }
}
