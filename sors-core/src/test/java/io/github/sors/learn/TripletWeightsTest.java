package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.LearningProgress;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.exactness.LiteralLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A weight scales the loss and the gradient of its round, or the C of OASIS. */
class TripletWeightsTest {

  private static final int ROUNDS = 1500;
  private static final double[] WEIGHTS = {1, 1, 0.3, 1, 2.5, 10};

  @ParameterizedTest
  @CsvSource({
    "SORS_I, 0.12, loss, hinge",
    "SORS_II, 1, loss, hinge",
    "ADASORS_I, 0.12, loss, hinge",
    "ADASORS_II, 0.12, loss, logistic:0.5",
    "ADASORS_II, 1, loss, hinge",
    "ONLINE_GRADIENT_DESCENT, 0.12, loss, logistic:0.5",
    "OASIS, 0.12, c, 0.07",
    "OASIS, 1, c, 0.001"
  })
  void equalTheLiteralAlgorithm(Algorithm algorithm, double density, String option, String value) {
    OnlineBilinearLearner learner = algorithm.create(Map.of(option, value));
    LiteralLearner literal = LiteralLearner.of(learner, 40, 40);
    List<Triplet> triplets = weighted(density);
    double total = 0;
    for (Triplet triplet : triplets) {
      double expected = literal.learn(triplet);
      total += expected;
      assertThat(learner.learn(triplet)).isCloseTo(expected, within(2e-4 * (1 + expected)));
    }
    assertThat(literal.relativeError(learner.snapshot())).isLessThan(1e-5);
    assertThat(learner.progress().cumulativeLoss()).isCloseTo(total, within(1e-3 * total));

    OnlineBilinearLearner atOnce = algorithm.create(Map.of(option, value));
    atOnce.learn(triplets);
    assertThat(atOnce.snapshot().valueArray()).containsExactly(learner.snapshot().valueArray());
    assertThat(atOnce.progress()).isEqualTo(learner.progress());
  }

  private static List<Triplet> weighted(double density) {
    RandomTriplets random = new RandomTriplets(5, 40, 40, density);
    List<Triplet> triplets = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      Triplet plain = random.next();
      // long runs of plain ones, which may be played at once, and short ones
      double weight = round % 400 < 200 ? 1 : WEIGHTS[round % WEIGHTS.length];
      triplets.add(new Triplet(plain.query(), plain.positive(), plain.negative(), weight));
    }
    return triplets;
  }

  @Test
  void equalTheLiteralEncoder() {
    EncoderOptions options =
        EncoderOptions.DEFAULT.withDimensions(8).withSpaces(FeatureSpaces.shared(40));
    EncoderLearner learner = new EncoderLearner(options);
    LiteralEncoder literal = new LiteralEncoder(options, 40, 40);
    for (Triplet triplet : weighted(0.12)) {
      double expected = literal.learn(triplet);
      assertThat(learner.learn(triplet)).isCloseTo(expected, within(2e-3 * (1 + expected)));
    }
    SplittableRandom random = new SplittableRandom(3);
    for (int pair = 0; pair < 20; pair++) {
      SparseVector query = vector(random);
      SparseVector item = vector(random);
      assertThat(learner.score(query, item)).isCloseTo(literal.score(query, item), within(1e-3));
    }
  }

  private static SparseVector vector(SplittableRandom random) {
    float[] values = new float[40];
    for (int k = 0; k < 40; k += 1 + random.nextInt(9)) {
      values[k] = 0.1f + (float) random.nextDouble();
    }
    return SparseVector.ofDense(values);
  }

  @Test
  void aLearnerWithoutAMeaningForThemRefusesThem() {
    OnlineBilinearLearner aroma = Algorithm.AROMA.create(Map.of());
    List<Triplet> triplets = weighted(0.12);
    Triplet plain = triplets.get(0);
    Triplet heavy = new Triplet(plain.query(), plain.positive(), plain.negative(), 2);
    assertThatThrownBy(() -> aroma.learn(heavy))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("aroma does not weigh triplets: expected weight 1, found 2.0");
    assertThat(aroma.progress()).isEqualTo(LearningProgress.NONE);
    aroma.learn(plain);
  }

  @Test
  void aWeightIsAFinitePositiveNumberAndKeepsTheMatrixFinite() {
    SparseVector one = SparseVector.ofDense(1);
    for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 2e6}) {
      assertThatThrownBy(() -> new Triplet(one, one, one, weight))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("expected a weight above 0 and at most 1000000.0, found " + weight);
    }
    SparseVector large = SparseVector.ofDense(0, 1e12f);
    OnlineBilinearLearner learner = Algorithm.ADASORS_I.create(Map.of());
    assertThatThrownBy(() -> learner.learn(new Triplet(one, one, large, 1e6)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("products stay below");
    assertThat(learner.progress()).isEqualTo(LearningProgress.NONE);
  }
}
