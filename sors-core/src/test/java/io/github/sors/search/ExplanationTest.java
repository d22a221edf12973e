package io.github.sors.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.ModelDescription;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.spectral.PositivePart;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    SparseVector query = SparseVector.ofDense(2, 1);
    SparseVector item = SparseVector.ofDense(1, 0, 3);
    Explanation.Pair strongest = new Explanation.Pair(1, 2, -1, -3);

    assertThat(Explanation.of(MODEL, query, item, 9))
        .isEqualTo(
            new Explanation(-1, List.of(strongest, new Explanation.Pair(0, 0, 1, 2)), 0, 0, 0));
    assertThat(Explanation.of(MODEL, query, item, 1))
        .isEqualTo(new Explanation(-1, List.of(strongest), 1, 2, 0));
    assertThat(Explanation.of(MODEL, query, item, 0))
        .isEqualTo(new Explanation(-1, List.of(), 2, -1, 0));
  }

  @Test
  void ordersEqualContributionsByTheirFeatures() {
    // x = (4, 1), y = (0.5, 1, 2): 4·1·0.5 = 2, 4·0.5·1 = 2, 1·2·1 = 2, 1·(-1)·2 = -2
    Explanation explanation =
        Explanation.of(MODEL, SparseVector.ofDense(4, 1), SparseVector.ofDense(0.5f, 1, 2), 4);

    assertThat(explanation.pairs())
        .extracting(pair -> List.of(pair.queryFeature(), pair.itemFeature()))
        .containsExactly(List.of(0, 0), List.of(0, 1), List.of(1, 1), List.of(1, 2));
  }

  @Test
  void leavesOutFeaturesThatTheModelDoesNotKnow() {
    SparseVector beyond = SparseVector.ofDense(0, 0, 0, 1);

    assertThat(Explanation.of(MODEL, beyond, beyond, 9))
        .isEqualTo(new Explanation(0, List.of(), 0, 0, 0));
  }

  /** Models of every form, whose entries are often equal so that ties are common. */
  private static List<BilinearModel> models(Random random) {
    BilinearModel similarity =
        RandomModels.model(
            random, 1 + random.nextInt(20), 1 + random.nextInt(15), random.nextDouble());
    BilinearModel symmetric = RandomModels.symmetric(random, 15, random.nextDouble());
    return List.of(
        similarity,
        symmetric.withForm(BilinearModel.Form.DISTANCE),
        PositivePart.cosine(symmetric, 1));
  }

  @Test
  void theBestPairsAreThoseOfTheLiteralSplit() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      SparseVector query = RandomModels.vector(random, 25, random.nextDouble());
      List<SparseVector> items =
          Stream.generate(() -> RandomModels.vector(random, 25, random.nextDouble()))
              .limit(random.nextInt(6))
              .toList();
      int most = random.nextInt(12);
      for (BilinearModel model : models(random)) {
        int named = random.nextInt(26);
        List<String> names = IntStream.range(0, named).mapToObj(j -> "word" + j).toList();
        assertExplained(new Explainer(model, most), model, query, items, 25, most);
        assertExplained(
            new Explainer(model.withFeatureNames(names), most).onlyNamed(),
            model,
            query,
            items,
            named,
            most);
      }
    }
  }

  /** More columns than are walked at once, of which the items have few. */
  @Test
  void theBestPairsAreThoseOfTheLiteralSplitInALargeSparseMatrix() {
    Random random = new Random(1);
    int columns = 200_000;
    List<int[]> rows =
        Stream.generate(() -> random.ints(3000, 0, columns).sorted().distinct().toArray())
            .limit(8)
            .toList();
    long[] starts = new long[9];
    Arrays.setAll(starts, i -> rows.subList(0, i).stream().mapToLong(row -> row.length).sum());
    int[] features = rows.stream().flatMapToInt(Arrays::stream).toArray();
    float[] values = new float[features.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = 1 + random.nextInt(3);
    }
    BilinearModel model = BilinearModel.ofRows(8, columns, starts, features, values);
    SparseVector query = RandomModels.vector(random, 8, 1);
    List<SparseVector> items = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      int[] some = random.ints(2000, 0, columns + 100).sorted().distinct().toArray();
      float[] ofItem = new float[some.length];
      Arrays.fill(ofItem, 1 + number);
      items.add(SparseVector.of(some, ofItem));
    }
    assertExplained(new Explainer(model, 20), model, query, items, columns + 100, 20);
  }

  /** Compares explanations with all pairs of features below a number, sorted. */
  private static void assertExplained(
      Explainer explainer,
      BilinearModel model,
      SparseVector query,
      List<SparseVector> items,
      int named,
      int most) {
    List<Explanation> explanations =
        explainer.explain(
            query,
            items.stream()
                .map(item -> new Explainer.Scored(item, model.score(query, item)))
                .toList());
    assertThat(explanations).hasSameSizeAs(items);
    for (int number = 0; number < items.size(); number++) {
      Explanation explanation = explanations.get(number);
      List<Explanation.Pair> all = literalPairs(model, query, items.get(number), named);
      double magnitude = all.stream().mapToDouble(pair -> Math.abs(pair.contribution())).sum();
      List<Explanation.Pair> listed = all.subList(0, Math.min(most, all.size()));
      assertThat(explanation.pairs()).hasSameSizeAs(listed);
      for (int rank = 0; rank < listed.size(); rank++) {
        Explanation.Pair expected = listed.get(rank);
        Explanation.Pair found = explanation.pairs().get(rank);
        assertThat(found.queryFeature()).isEqualTo(expected.queryFeature());
        assertThat(found.itemFeature()).isEqualTo(expected.itemFeature());
        assertThat(found.weight()).isEqualTo(expected.weight());
        assertThat(found.contribution()).isCloseTo(expected.contribution(), within(1e-12));
      }
      double others = sum(all.subList(listed.size(), all.size()));
      assertThat(explanation.otherPairs()).isEqualTo(all.size() - listed.size());
      assertThat(explanation.otherContribution())
          .isCloseTo(others, within(1e-9 + 1e-9 * magnitude));
      assertThat(explanation.score()).isEqualTo(model.score(query, items.get(number)));
      assertThat(linesOf(explanation))
          .isCloseTo(explanation.score(), within(1e-9 + 1e-9 * magnitude));
    }
  }

  private static double sum(List<Explanation.Pair> pairs) {
    return pairs.stream().mapToDouble(Explanation.Pair::contribution).sum();
  }

  /** What the lines of an explanation add up to. */
  private static double linesOf(Explanation explanation) {
    return sum(explanation.pairs())
        + explanation.otherContribution()
        + explanation.unnamedContribution();
  }

  private static List<Explanation.Pair> literalPairs(
      BilinearModel model, SparseVector query, SparseVector item, int named) {
    boolean distance = model.form() == BilinearModel.Form.DISTANCE;
    double lengths =
        model.form() == BilinearModel.Form.COSINE ? model.length(query) * model.length(item) : 1;
    List<Explanation.Pair> pairs = new ArrayList<>();
    for (int row = 0; row < Math.min(named, model.queryDimension()); row++) {
      for (int k = model.rowStart(row); k < model.rowEnd(row); k++) {
        int column = model.columnArray()[k];
        double left = query.get(row) - (distance ? item.get(row) : 0);
        double right = item.get(column) - (distance ? query.get(column) : 0);
        double contribution = left * model.valueArray()[k] * right / lengths;
        if (lengths != 0 && column < named && contribution != 0) {
          pairs.add(new Explanation.Pair(row, column, model.valueArray()[k], contribution));
        }
      }
    }
    pairs.sort(
        Comparator.comparingDouble((Explanation.Pair pair) -> -Math.abs(pair.contribution()))
            .thenComparingInt(Explanation.Pair::queryFeature)
            .thenComparingInt(Explanation.Pair::itemFeature));
    return pairs;
  }

  @Test
  void aDistanceIsExplainedByWhatTheTwoDifferIn() {
    // M = (2 1; 1 3), x = (1, 5, 2), y = (3, 5, 1), z = (-2, 0, 1), the third beyond M: -4 · 2 = -8
    BilinearModel distance =
        BilinearModel.ofRows(
                2, 2, new long[] {0, 2, 4}, new int[] {0, 1, 0, 1}, new float[] {2, 1, 1, 3})
            .withForm(BilinearModel.Form.DISTANCE);
    Explanation explanation =
        Explanation.of(distance, SparseVector.ofDense(1, 5, 2), SparseVector.ofDense(3, 5, 1), 9);

    assertThat(explanation.score()).isEqualTo(-8);
    assertThat(explanation.pairs()).containsExactly(new Explanation.Pair(0, 0, 2, -8));
  }

  /** Two words and three dimensions without a name; the pairs of the words are listed. */
  @Test
  void pairsOfFeaturesWithoutNamesAreOneNumber() {
    BilinearModel model =
        BilinearModel.ofRows(
                5,
                5,
                new long[] {0, 2, 4, 5, 6, 7},
                new int[] {0, 1, 1, 2, 2, 3, 4},
                new float[] {1, 0.5f, 1, 4, 1, 1, 1})
            .withFeatureNames(List.of("goal", "match"));
    SparseVector query = SparseVector.ofDense(1, 1, 1, 0, 2);
    SparseVector item = SparseVector.ofDense(0, 1, 1, 1, 1);
    Explanation explanation =
        new Explainer(model, 1)
            .onlyNamed()
            .explain(query, List.of(new Explainer.Scored(item, model.score(query, item))))
            .get(0);
    // named: (match, match) 1 and (goal, match) 0.5; match and dimension 2: 4; dimensions 1 + 2
    assertThat(explanation)
        .isEqualTo(new Explanation(8.5, List.of(new Explanation.Pair(1, 1, 1, 1)), 1, 0.5, 7));
  }

  /** 200 hits that have 2,048 features, with an entry of M for every pair of them. */
  @Test
  @Timeout(60)
  void explainingDenseItemsTakesLittleTimeAndMemory() {
    int d = 2048;
    Random random = new Random(1);
    BilinearModel model = RandomModels.model(random, d, d, 2, Random::nextFloat);
    SparseVector query = RandomModels.vector(random, d, 1);
    List<Explainer.Scored> hits =
        Stream.generate(() -> RandomModels.vector(random, d, 1))
            .limit(200)
            .map(item -> new Explainer.Scored(item, model.score(query, item)))
            .toList();
    long before = allocated();
    List<Explanation> explanations = new Explainer(model, 20).explain(query, hits);
    assertThat(allocated() - before).as("bytes").isLessThan(16 << 20);
    for (Explanation explanation : explanations) {
      assertThat(explanation.pairs()).hasSize(20);
      assertThat(explanation.otherPairs()).isEqualTo(d * d - 20);
      assertThat(linesOf(explanation)).isCloseTo(explanation.score(), within(1e-6));
    }
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  private static EncoderModel encoder(int length, int rounds) {
    EncoderLearner learner = new EncoderLearner(EncoderOptions.DEFAULT.withDimensions(length));
    for (int round = 0; round < rounds; round++) {
      learner.learn(
          new Triplet(
              SparseVector.ofDense(1, round % 2, 0, 1),
              SparseVector.ofDense(1, 0, 0.5f),
              SparseVector.ofDense(0, 1, round % 3)));
    }
    return learner.snapshot();
  }

  @Test
  void thePairsOfAnEncoderSumToItsScore() {
    EncoderModel model = encoder(16, 200);
    SparseVector query = SparseVector.ofDense(2, 1, 0, -1, 3);
    SparseVector item = SparseVector.ofDense(0, 1, 0.5f);

    Explanation explanation = Explanation.of(model, query, item, 8);

    assertThat(explanation.pairs()).hasSize(8);
    assertThat(explanation.otherPairs()).isZero();
    assertThat(explanation.score()).isEqualTo(model.score(query, item));
    assertThat(sum(explanation.pairs())).isCloseTo(explanation.score(), within(1e-6));
    assertThat(Explanation.of(model, SparseVector.EMPTY, item, 8).pairs()).isEmpty();
    Explanation shorter = Explanation.of(model, query, item, 3);
    assertThat(shorter.pairs()).isEqualTo(explanation.pairs().subList(0, 3));
    assertThat(shorter.otherPairs()).isEqualTo(5);
    assertThat(linesOf(shorter)).isCloseTo(shorter.score(), within(1e-6));
  }

  @Test
  void theBestPairsOfAnEncoderAreThoseOfTheLiteralSplit() {
    EncoderModel model = encoder(16, 200).withDescription(named(20));
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      SparseVector query = RandomModels.vector(random, 40, 0.5, Random::nextFloat);
      SparseVector item = RandomModels.vector(random, 40, 0.5, Random::nextFloat);
      Explanation explanation =
          new Explainer(model, 7)
              .onlyNamed()
              .explain(query, List.of(new Explainer.Scored(item, model.score(query, item))))
              .get(0);
      List<Explanation.Pair> all = literalPairs(model, query, item, 20);
      for (int rank = 0; rank < 7; rank++) {
        Explanation.Pair expected = all.get(rank);
        Explanation.Pair found = explanation.pairs().get(rank);
        assertThat(found.queryFeature()).isEqualTo(expected.queryFeature());
        assertThat(found.itemFeature()).isEqualTo(expected.itemFeature());
        assertThat(found.contribution()).isCloseTo(expected.contribution(), within(1e-6));
      }
      assertThat(explanation.pairs()).hasSize(7);
      assertThat(explanation.otherPairs()).isEqualTo(all.size() - 7);
      assertThat(explanation.otherContribution())
          .isCloseTo(sum(all.subList(7, all.size())), within(1e-6));
      assertThat(linesOf(explanation)).isCloseTo(explanation.score(), within(1e-12));
    }
  }

  private static ModelDescription named(int features) {
    List<String> names = IntStream.range(0, features).mapToObj(j -> "word" + j).toList();
    return ModelDescription.NONE.withFeatureNames(names, names);
  }

  private static List<Explanation.Pair> literalPairs(
      EncoderModel model, SparseVector query, SparseVector item, int named) {
    double lengths = length(query, model) * length(item, model);
    List<Explanation.Pair> pairs = new ArrayList<>();
    for (int i = 0; i < named; i++) {
      for (int j = 0; j < named; j++) {
        double weight = 0;
        for (int c = 0; c < model.encodingLength(); c++) {
          weight += (double) model.queryRow(i)[c] * model.itemRow(j)[c];
        }
        double contribution = query.get(i) * weight * item.get(j) / lengths;
        if (contribution != 0) {
          pairs.add(new Explanation.Pair(i, j, (float) weight, contribution));
        }
      }
    }
    pairs.sort(
        Comparator.comparingDouble((Explanation.Pair pair) -> -Math.abs(pair.contribution())));
    return pairs;
  }

  /** ‖Wᵀx‖, where queries and items share W. */
  private static double length(SparseVector vector, EncoderModel model) {
    double squares = 0;
    for (int c = 0; c < model.encodingLength(); c++) {
      double sum = 0;
      for (int a = 0; a < vector.size(); a++) {
        sum += (double) vector.value(a) * model.queryRow(vector.index(a))[c];
      }
      squares += sum * sum;
    }
    return Math.sqrt(squares);
  }

  /** Two features matter among many: those are the ones that are paired. */
  @Test
  @Timeout(60)
  void ofTooManyPairsOfAnEncoderThoseOfTheFeaturesThatContributeMostAreCompared() {
    EncoderModel model = encoder(16, 0);
    float[] values = new float[4096];
    Arrays.fill(values, 0.001f);
    values[17] = 3;
    values[130] = 2;
    SparseVector vector = SparseVector.ofDense(values);
    long before = allocated();
    Explanation explanation = Explanation.of(model, vector, vector, 4);
    assertThat(allocated() - before).as("bytes").isLessThan(128 << 20);
    assertThat(explanation.pairs())
        .extracting(pair -> List.of(pair.queryFeature(), pair.itemFeature()))
        .containsExactlyInAnyOrder(
            List.of(17, 17), List.of(130, 130), List.of(17, 130), List.of(130, 17));
    // random rows are often orthogonal, which is seen of those that are compared
    assertThat(explanation.otherPairs()).isBetween(4096 * 4096L - (1 << 15), 4096 * 4096L - 4);
    assertThat(linesOf(explanation)).isCloseTo(explanation.score(), within(1e-6));
  }

  @Test
  void whatCannotBeExplainedIsRefused() {
    assertThatThrownBy(() -> new Explainer(MODEL, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a number of pairs of 0 or more, found -1");
  }
}
