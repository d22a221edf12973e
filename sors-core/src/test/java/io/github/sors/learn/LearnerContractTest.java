package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LearnerContractTest {

  private static final SparseVector X = SparseVector.ofDense(1, 0);
  private static final SparseVector PLUS = SparseVector.ofDense(0, 1);
  private static final SparseVector MINUS = SparseVector.ofDense(1, 0);

  @Test
  void oneRoundOfSorsByHand() {
    SorsI learner = new SorsI(SorsOptions.DEFAULT.withLambda(0.1).withEta(StepSize.constant(0.5)));
    // S(x, x+) - S(x, x-) = 0 - 1, so the loss is 1 - (-1) = 2
    assertThat(learner.learn(new Triplet(X, PLUS, MINUS))).isEqualTo(2);
    BilinearModel model = learner.snapshot();
    // M_12: 0 + 0.5 · 1 · 1 - 0.05; M_11: 1 - 0.5 · 1 · 1 - 0.05; M_22: 1 - 0.05
    assertThat(model.get(0, 1)).isEqualTo(0.45f);
    assertThat(model.get(0, 0)).isEqualTo(0.45f);
    assertThat(model.get(1, 1)).isEqualTo(0.95f);
    assertThat(model.get(1, 0)).isZero();
    assertThat(learner.progress()).isEqualTo(new LearningProgress(1, 1, 2, 2));
  }

  @Test
  void oneRoundOfAdaSorsByHand() {
    AdaSorsII learner =
        new AdaSorsII(
            AdaSorsOptions.DEFAULT
                .withLambda(0.1)
                .withEta(StepSize.constant(0.5))
                .withDelta(1)
                .withSetup(LearningSetup.DEFAULT.withMargin(3)));
    assertThat(learner.learn(new Triplet(X, PLUS, MINUS))).isEqualTo(4);
    BilinearModel model = learner.snapshot();
    // σ = 1 + √(1²) = 2 where touched; M_12: 0 + 0.5 / 2 - 0.05 / 2; M_11: 1 - 0.5 / 2, not shrunk
    assertThat(model.get(0, 1)).isEqualTo(0.225f);
    assertThat(model.get(0, 0)).isEqualTo(0.75f);
    assertThat(model.get(1, 1)).isEqualTo(1);
  }

  @Test
  void oneRoundOfOasisByHand() {
    Oasis learner = new Oasis(Oasis.Options.DEFAULT.withAggressiveness(10));
    learner.learn(new Triplet(X, PLUS, MINUS));
    // τ = min(10, 2 / (1 · 2)) = 1: the triplet is now met with margin 1
    assertThat(learner.snapshot().get(0, 1)).isEqualTo(1);
    assertThat(learner.snapshot().get(0, 0)).isZero();
    assertThat(learner.learn(new Triplet(X, PLUS, MINUS))).isZero();
  }

  @Test
  void twoRoundsOfAromaByHand() {
    Aroma learner = new Aroma(Aroma.Options.DEFAULT.withRegularization(2));
    // g = (-1, 1) in the first row, S = 1: v = 2, loss 2, so M moves by 2 / (2 + 2) · g
    assertThat(learner.learn(new Triplet(X, PLUS, MINUS))).isEqualTo(2);
    assertThat(learner.snapshot().get(0, 1)).isEqualTo(0.5f);
    assertThat(learner.snapshot().get(0, 0)).isEqualTo(0.5f);
    // now the score is 0 and the loss 1; S = 1 - 1/4, v = 3/2, M moves by 1 / (7/2) · 3/4 g
    assertThat(learner.learn(new Triplet(X, PLUS, MINUS))).isEqualTo(1);
    assertThat(learner.snapshot().get(0, 1)).isCloseTo(0.5f + 3f / 14, within(1e-6f));
    assertThat(learner.snapshot().get(1, 1)).isEqualTo(1);
  }

  @Test
  void twoRoundsOfAromaWithTheBestDiagonalCovarianceByHand() {
    Aroma learner =
        new Aroma(
            Aroma.Options.DEFAULT.withRegularization(2).withCovariance(Aroma.Covariance.EXACT));
    learner.learn(new Triplet(X, PLUS, MINUS));
    // S = 2 / (2 + 1), v = 4/3, M moves by 1 / (10/3) · 2/3 g
    assertThat(learner.learn(new Triplet(X, PLUS, MINUS))).isEqualTo(1);
    assertThat(learner.snapshot().get(0, 1)).isCloseTo(0.7f, within(1e-6f));
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void refusesWhatIsNotFiniteBeforeItTouchesTheModel(Algorithm algorithm) {
    OnlineBilinearLearner learner = algorithm.create(Map.of());
    learner.learn(new Triplet(X, PLUS, MINUS));
    BilinearModel before = learner.snapshot();
    SparseVector large = SparseVector.ofDense(3e38f, 1);
    SparseVector opposite = SparseVector.ofDense(-3e38f, 1);
    for (Triplet bad :
        List.of(
            new Triplet(X, large, opposite), // the difference overflows
            new Triplet(large, large, MINUS))) { // the product does
      assertThatThrownBy(() -> learner.learn(bad)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(learner.progress().rounds()).isEqualTo(1);
    assertThat(learner.snapshot().valueArray()).isEqualTo(before.valueArray());
    assertThat(learner.learn(new Triplet(X, PLUS, MINUS))).isFinite();
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void takesTripletsWithoutAnyDifference(Algorithm algorithm) {
    OnlineBilinearLearner learner = algorithm.create(Map.of("lambda", "0"));
    assertThat(learner.learn(new Triplet(X, PLUS, PLUS))).isEqualTo(1);
    assertThat(learner.learn(new Triplet(SparseVector.EMPTY, PLUS, MINUS))).isEqualTo(1);
    assertThat(learner.snapshot().valueArray()).isEqualTo(new float[] {1, 1});
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void theClockTicksInRoundsWithoutLossToo(Algorithm algorithm) {
    OnlineBilinearLearner learner =
        algorithm.create(Map.of("lambda", "0.01", "eta", "0.1", "delta", "1"));
    SparseVector strong = SparseVector.ofDense(2, 0);
    Triplet met = new Triplet(strong, strong, SparseVector.EMPTY);
    for (int round = 0; round < 10; round++) {
      assertThat(learner.learn(met)).isZero();
    }
    // ten ticks of 0.1 · 0.01 on the diagonal entry, where the algorithm shrinks it
    boolean shrinks = algorithm == Algorithm.SORS_I || algorithm == Algorithm.ADASORS_I;
    assertThat((double) learner.snapshot().get(0, 0)).isCloseTo(shrinks ? 0.99 : 1, within(1e-6));
  }

  @Test
  void tellsListenersOfEveryRound() {
    OnlineBilinearLearner learner = Algorithm.SORS_II.create(Map.of());
    List<String> heard = new ArrayList<>();
    learner.addListener((round, loss) -> heard.add(round + ":" + loss));
    learner.learn(new Triplet(X, PLUS, MINUS));
    learner.learn(new Triplet(PLUS, PLUS, MINUS));
    assertThat(heard).containsExactly("1:2.0", "2:0.0");
  }

  @Test
  void rememberWhereAModelComesFrom() {
    OnlineBilinearLearner learner = Algorithm.parse("adasors-1").create(Map.of("eta", "2/sqrt(t)"));
    learner.learn(new Triplet(X, PLUS, MINUS));
    BilinearModel model = learner.snapshot();
    assertThat(model.provenance().algorithm()).isEqualTo("adasors-1");
    assertThat(model.provenance().rounds()).isEqualTo(1);
    assertThat(model.provenance().options())
        .containsEntry("eta", "2.0/sqrt(t)")
        .containsEntry("delta", "0.1")
        .containsEntry("init", "identity");
  }

  @Test
  void refusesOptionsThatMakeNoSense() {
    assertThatThrownBy(() -> Algorithm.SORS_I.create(Map.of("lambda", "-1")))
        .hasMessageContaining("lambda")
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> Algorithm.SORS_I.create(Map.of("lambda", "much")))
        .hasMessageContaining(
            "lambda: expected a number of at least 0 and at most 1e9, found 'much'");
    assertThatThrownBy(() -> Algorithm.SORS_I.create(Map.of("lambda", "NaN")))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> Algorithm.SORS_I.create(Map.of("eta", "0")))
        .hasMessageContaining("eta");
    assertThatThrownBy(() -> Algorithm.SORS_I.create(Map.of("eta", "fast")))
        .hasMessageContaining("0.1/sqrt(t)");
    assertThatThrownBy(() -> Algorithm.ADASORS_I.create(Map.of("delta", "0")))
        .hasMessageContaining("delta");
    assertThatThrownBy(() -> Algorithm.OASIS.create(Map.of("c", "-0.1")))
        .hasMessageContaining("c: expected a number above 0 and at most 1e9, found '-0.1'");
    assertThatThrownBy(() -> Algorithm.AROMA.create(Map.of("r", "0")))
        .hasMessageContaining("r: expected a number above 0");
    assertThatThrownBy(() -> Algorithm.AROMA.create(Map.of("covariance", "full")))
        .hasMessageContaining("covariance: expected projected or exact, found 'full'");
    assertThatThrownBy(() -> Algorithm.OASIS.create(Map.of("margin", "0")))
        .hasMessageContaining("margin");
    assertThatThrownBy(() -> Algorithm.OASIS.create(Map.of("init", "random")))
        .hasMessageContaining("init: expected identity or zero, found 'random'");
    assertThatThrownBy(() -> Algorithm.OASIS.create(Map.of("queryDimension", "many")))
        .hasMessageContaining("queryDimension: expected a whole number from 0");
    assertThatThrownBy(() -> Algorithm.OASIS.create(Map.of("lamda", "1")))
        .hasMessageContaining("unknown option 'lamda'")
        .hasMessageContaining("lambda");
    assertThatThrownBy(() -> SorsOptions.DEFAULT.withLambda(-1))
        .hasMessageContaining("lambda: expected a number of at least 0 and at most 1e9");
    assertThatThrownBy(() -> StepSize.constant(0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Algorithm.parse("sors-3"))
        .hasMessageContaining("unknown algorithm 'sors-3'")
        .hasMessageContaining("adasors-2");
    assertThatThrownBy(() -> FeatureSpaces.separate(-1, 2)).hasMessageContaining("-1");
    assertThatThrownBy(() -> LearningSetup.DEFAULT.withSpaces(FeatureSpaces.separate(2, 3)))
        .hasMessageContaining("start with zero");
  }

  @Test
  void learnsAcrossTwoFeatureSpaces() {
    SorsI learner = new SorsI(SorsOptions.DEFAULT.withSetup(LearningSetup.separate(1, 2)));
    for (int round = 0; round < 20; round++) {
      learner.learn(new Triplet(SparseVector.ofDense(1), PLUS, MINUS));
    }
    BilinearModel model = learner.snapshot();
    assertThat(model.queryDimension()).isEqualTo(1);
    assertThat(model.itemDimension()).isEqualTo(2);
    assertThat(model.score(SparseVector.ofDense(1), PLUS)).isPositive();
    assertThat(model.score(SparseVector.ofDense(1), MINUS)).isNegative();
  }

  @Test
  void aHugeFeatureNumberIsRefusedWithAdvice() {
    OnlineBilinearLearner learner = Algorithm.SORS_I.create(Map.of());
    SparseVector huge = SparseVector.of(new int[] {SparseVector.MAXIMUM_INDEX}, new float[] {1});
    assertThatThrownBy(() -> learner.learn(new Triplet(huge, PLUS, MINUS)))
        .hasMessageContaining("number the features without large gaps");
    assertThat(learner.learn(new Triplet(X, PLUS, MINUS))).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void stopsAtItsMemoryBudgetWithAWholeRoundBehindIt(Algorithm algorithm) {
    Map<String, String> options = Map.of("lambda", "1e-9");
    OnlineBilinearLearner limited = algorithm.create(options);
    OnlineBilinearLearner unlimited = algorithm.create(options);
    limited.setMemoryBudget(200_000);
    RandomTriplets triplets = new RandomTriplets(8, 400, 400, 0.05);
    List<Triplet> seen = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              for (int round = 0; round < 5000; round++) {
                seen.add(triplets.next());
                limited.learn(seen.get(round));
              }
            })
        .isInstanceOf(MemoryBudgetException.class)
        .hasMessageContaining("more than its budget of 195 KiB");
    seen.forEach(unlimited::learn);
    assertThat(limited.progress()).isEqualTo(unlimited.progress());
    assertThat(limited.snapshot().valueArray()).isEqualTo(unlimited.snapshot().valueArray());
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aHugeDimensionIsRefusedWithAdviceBeforeMemoryIsTakenForIt(Algorithm algorithm) {
    String huge = Integer.toString(SparseVector.MAXIMUM_INDEX);
    assertThatThrownBy(
            () -> algorithm.create(Map.of("queryDimension", huge, "itemDimension", huge)))
        .hasMessageContaining("number the features without large gaps");
  }
}
