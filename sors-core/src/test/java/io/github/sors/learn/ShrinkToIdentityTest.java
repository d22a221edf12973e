package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.exactness.Rereading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M shrinks to the identity on request: what was not learnt, or is forgotten, is x·y. */
class ShrinkToIdentityTest {

  private static final SparseVector X = SparseVector.ofDense(1, 0);
  private static final SparseVector PLUS = SparseVector.ofDense(0, 1);
  private static final SparseVector MINUS = SparseVector.ofDense(1, 0);

  private static Map<String, String> options(String... pairs) {
    Map<String, String> options = new HashMap<>(Map.of("shrink-to", "identity"));
    for (int k = 0; k < pairs.length; k += 2) {
      options.put(pairs[k], pairs[k + 1]);
    }
    return options;
  }

  private static List<Triplet> triplets(int count, int dimension, double density) {
    RandomTriplets random = new RandomTriplets(17, dimension, dimension, density);
    List<Triplet> triplets = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      triplets.add(random.next());
    }
    return triplets;
  }

  @Test
  void twoRoundsByHand() {
    OnlineBilinearLearner learner =
        Algorithm.SORS_I.create(options("eta", "0.25", "lambda", "0.5"));
    // G = -x(x⁺ - x⁻)ᵀ: M₁₁ = 1 - 0.25, M₁₂ = 0.25; each is drawn by 0.125 to 1 and to 0
    assertThat(learner.learn(new Triplet(X, PLUS, MINUS))).isEqualTo(2);
    BilinearModel first = learner.snapshot();
    assertThat(first.get(0, 0)).isEqualTo(0.875f);
    assertThat(first.get(0, 1)).isEqualTo(0.125f);
    assertThat(first.get(1, 1)).isEqualTo(1);
    // a round without a loss: 0.875 and 0.125 reach 1 and 0
    learner.learn(new Triplet(SparseVector.ofDense(0, 5), PLUS, MINUS));
    BilinearModel second = learner.snapshot();
    assertThat(second.get(0, 0)).isEqualTo(1);
    assertThat(second.nonZeros()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"SORS_I", "SORS_II", "ADASORS_I", "ADASORS_II"})
  void whatIsForgottenIsTheInnerProduct(Algorithm algorithm) {
    OnlineBilinearLearner learner =
        algorithm.create(options("eta", "0.1", "lambda", "0.01", "margin", "0.5"));
    triplets(50, 20, 0.3).forEach(learner::learn);
    assertThat(learner.snapshot().nonZeros()).isGreaterThan(20);
    SparseVector far = SparseVector.of(new int[] {30}, new float[] {1});
    for (int round = 0; round < 30_000; round++) {
      learner.learn(new Triplet(far, far, SparseVector.EMPTY));
    }
    BilinearModel model = learner.snapshot();
    assertThat(model.nonZeros()).isEqualTo(31);
    for (int feature = 0; feature < 31; feature++) {
      assertThat(model.get(feature, feature)).isEqualTo(1);
    }
  }

  @Test
  void fromZeroTheDiagonalGrowsToOne() {
    OnlineBilinearLearner learner =
        Algorithm.ADASORS_I.create(
            options("eta", "0.1", "lambda", "0.01", "delta", "0.1", "init", "zero"));
    learner.reserve(FeatureSpaces.shared(3));
    SparseVector far = SparseVector.ofDense(0, 0, 1);
    for (int round = 0; round < 50; round++) {
      learner.learn(new Triplet(SparseVector.EMPTY, far, far));
    }
    // an untouched entry grows by ηλ/δ = 0.01 per round
    assertThat(learner.snapshot().get(1, 1)).isCloseTo(0.5f, within(1e-5f));
    assertThat(learner.score(PLUS, PLUS)).isCloseTo(0.5, within(1e-5));
    assertThat(learner.scores(PLUS, List.of(PLUS, MINUS))[0]).isCloseTo(0.5, within(1e-5));
  }

  @Test
  void bothFormsAreTheSame() {
    OnlineBilinearLearner one = Algorithm.ADASORS_I.create(options("lambda", "0.01"));
    OnlineBilinearLearner two = Algorithm.ADASORS_II.create(options("lambda", "0.01"));
    for (Triplet triplet : triplets(500, 30, 0.2)) {
      assertThat(two.learn(triplet)).isEqualTo(one.learn(triplet));
    }
    assertThat(two.snapshot().valueArray()).isEqualTo(one.snapshot().valueArray());
  }

  @ParameterizedTest
  @EnumSource(names = {"SORS_I", "SORS_II", "ADASORS_I", "ADASORS_II"})
  void scoresAreThoseOfTheModel(Algorithm algorithm) {
    OnlineBilinearLearner learner = algorithm.create(options("lambda", "0.01"));
    List<Triplet> triplets = triplets(300, 30, 0.2);
    triplets.forEach(learner::learn);
    BilinearModel model = learner.snapshot();
    for (Triplet triplet : triplets.subList(0, 20)) {
      SparseVector query = triplet.query();
      double expected = model.score(query, triplet.positive());
      assertThat(learner.score(query, triplet.positive())).isCloseTo(expected, within(1e-5));
      assertThat(learner.scores(query, List.of(triplet.positive()))[0])
          .isCloseTo(expected, within(1e-5));
    }
  }

  /** Dense vectors are learnt in blocks, others round by round. */
  @ParameterizedTest
  @EnumSource(names = {"SORS_I", "ADASORS_II"})
  void learningAtOnceAndResumingGiveTheSameBits(Algorithm algorithm) throws IOException {
    for (double density : new double[] {1, 0.2}) {
      Map<String, String> options = options("lambda", "0.01", "eta", "0.05", "margin", "0.3");
      List<Triplet> triplets = triplets(400, 180, density);
      OnlineBilinearLearner whole = algorithm.create(options);
      triplets.forEach(whole::learn);
      OnlineBilinearLearner atOnce = algorithm.create(options);
      atOnce.learn(triplets.subList(0, 150));
      atOnce = Rereading.of(atOnce);
      assertThat(atOnce.options()).containsEntry("shrink-to", "identity");
      atOnce.learn(triplets.subList(150, 400));
      assertThat(atOnce.progress()).isEqualTo(whole.progress());
      assertThat(atOnce.snapshot().valueArray()).isEqualTo(whole.snapshot().valueArray());
    }
  }

  /** As a learner goes on from the rows of another, with the squared gradients of its entries. */
  @Test
  void rowsAreHandedOverAsTheyAreInAModel() {
    Map<String, String> options = options("lambda", "1e-3", "delta", "0.01");
    OnlineBilinearLearner before = Algorithm.ADASORS_II.create(options);
    List<Triplet> triplets = triplets(400, 30, 0.2);
    before.learn(triplets.subList(0, 300));
    List<MatrixRow> rows = new ArrayList<>();
    before.forEachRow(rows::add);
    BilinearModel model = before.snapshot();
    for (MatrixRow row : rows) {
      assertThat(row.diagonal()).isEqualTo(model.get(row.feature(), row.feature()));
    }
    OnlineBilinearLearner after = Algorithm.ADASORS_II.create(options);
    after.restore(rows.iterator(), before.untouchedDiagonal(), LearningProgress.NONE);
    assertThat(after.untouchedDiagonal()).isEqualTo(1);
    for (Triplet triplet : triplets.subList(300, 400)) {
      assertThat(after.learn(triplet)).isCloseTo(before.learn(triplet), within(1e-4));
    }
  }

  @Test
  void needsSharedFeaturesAndWholeRows() {
    assertThatThrownBy(
            () -> Algorithm.SORS_I.create(options("init", "zero", "sharedFeatures", "false")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("share their features: shrink to zero");
    assertThatThrownBy(
            () ->
                AdaSorsOptions.DEFAULT
                    .withTarget(ShrinkTarget.IDENTITY)
                    .withSetup(LearningSetup.separate(2, 2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PartialLearner(Algorithm.ADASORS_II, options()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not support the option shrink-to");
  }

  @Test
  void theOptionHasATextAndIsZeroByDefault() {
    assertThat(ShrinkTarget.parse("identity")).isEqualTo(ShrinkTarget.IDENTITY);
    assertThatThrownBy(() -> ShrinkTarget.parse("one")).hasMessageContaining("zero or identity");
    assertThat(Algorithm.SORS_II.create(Map.of()).options()).containsEntry("shrink-to", "zero");
    assertThat(new SorsII(SorsOptions.DEFAULT.withTarget(ShrinkTarget.IDENTITY)).options())
        .containsEntry("shrink-to", "identity");
  }
}
