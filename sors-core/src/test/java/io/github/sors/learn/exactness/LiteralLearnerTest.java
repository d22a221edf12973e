package io.github.sors.learn.exactness;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.learn.exactness.StreamShape.Pattern;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judge itself: it overlooks no wrong learner, and blames none for rounding. */
class LiteralLearnerTest {

  private static final Triplet ONE =
      new Triplet(
          SparseVector.of(new int[] {0}, new float[] {1}),
          SparseVector.of(new int[] {0}, new float[] {1}),
          SparseVector.EMPTY);

  /** A score that comes to lie at the margin exactly, where rounding decides. */
  @Test
  void followsTheLearnerAtTheMargin() throws IOException {
    StreamShape stream = new StreamShape(Pattern.CLASSES, 1, 1, true, 2061, 1, 1, 1, 19);
    Map<String, String> options = Map.of("eta", "0.626", "init", "identity", "margin", "5.5");
    for (int seed = 0; seed < 100; seed++) {
      Comparison found =
          Comparison.run(
              new LearnerCase(
                  "margin", Algorithm.ONLINE_GRADIENT_DESCENT, options, stream, seed, 2630, false),
              List.of());
      assertThat(found.isExact()).as("%s", found).isTrue();
    }
  }

  @Test
  void acceptsBothDecisionsWhereTheScoreIsTheMargin() {
    OnlineBilinearLearner learner =
        Algorithm.SORS_I.create(
            Map.of("lambda", "0", "eta", "0.1", "queryDimension", "1", "itemDimension", "1"));

    LiteralLearner passive = LiteralLearner.of(learner, 1, 1);
    assertThat(passive.learnBeside(ONE, 0)).isTrue();
    assertThat(passive.relativeError(learner.snapshot())).isZero();

    LiteralLearner active = LiteralLearner.of(learner, 1, 1);
    assertThat(active.learnBeside(ONE, 1e-7)).isTrue();
    assertThat(active.relativeError(learner.snapshot())).isCloseTo(0.1 / 1.1, Offset.offset(1e-9));
  }

  @Test
  void rejectsALossThatNoRoundingExplains() {
    OnlineBilinearLearner learner = Algorithm.SORS_I.create(Map.of());
    assertThat(LiteralLearner.of(learner, 1, 1).learnBeside(ONE, 1e-3)).isFalse();
    assertThat(LiteralLearner.of(learner, 1, 1).learnBeside(ONE, Double.NaN)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "SORS_I, eta, 0.1, 0.10005",
    "SORS_II, lambda, 0.01, 0.0101",
    "SORS_I, loss, logistic:0.2, logistic:0.21",
    "ADASORS_I, loss, logistic:0.01, hinge",
    "ADASORS_I, delta, 0.1, 0.101",
    "ADASORS_II, eta, 0.1/sqrt(t), 0.1001/sqrt(t)",
    "OASIS, c, 0.01, 0.0101",
    "AROMA, r, 10, 10.1",
    "AROMA, covariance, exact, projected",
    "ONLINE_GRADIENT_DESCENT, eta, 1/t, 1.005/t"
  })
  void seesOptionsThatDifferALittle(
      Algorithm algorithm, String option, String given, String learnt) {
    StreamShape stream = StreamShape.of(Pattern.CLASSES, 8);
    OnlineBilinearLearner learner = algorithm.create(Map.of(option, learnt));
    LiteralLearner literal = LiteralLearner.of(algorithm.create(Map.of(option, given)), 8, 8);
    Supplier<Triplet> triplets = stream.open(1);
    for (int round = 0; round < 300; round++) {
      Triplet triplet = triplets.get();
      literal.learnBeside(triplet, learner.learn(triplet));
    }
    assertThat(literal.errorOfPeak(learner.snapshot()))
        .isGreaterThan(LiteralLearner.PERMITTED_ERROR);
  }
}
