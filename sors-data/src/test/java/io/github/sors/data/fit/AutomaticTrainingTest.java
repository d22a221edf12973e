package io.github.sors.data.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.Model;
import io.github.sors.Similarities;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.LocalTripletSampler;
import io.github.sors.data.triplet.NearestRowsFinder;
import io.github.sors.data.triplet.RowGroups;
import io.github.sors.data.triplet.Split;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.eval.Verdict;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.spectral.PositivePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AutomaticTrainingTest {

  private static final Dataset ROWS = GeneratedRows.of(450, 11);
  private static final Split SPLIT = Split.perClass(ROWS.labels(), 0.3, 1);

  private static RankingEvaluation onTestRows(Dataset rows, Model model) {
    Dataset test = rows.select(SPLIT.test());
    return new RankingEvaluator()
        .withCutoffs(1, 10)
        .evaluateWithin(model, test.vectors(), test.labels());
  }

  @Test
  void learnsWhereThereIsSomethingToLearn() {
    AutomaticTraining training = AutomaticTraining.onRows(ROWS, SPLIT.train(), 1);
    LearningPlan plan = training.plan();
    Model model = training.learn(plan);

    assertThat(plan.keepsStart()).isFalse();
    Choice choice = plan.choice().orElseThrow();
    assertThat(plan.rounds()).isEqualTo(choice.best().orElseThrow().rounds());
    assertThat(plan.reason()).isEqualTo("chosen on 45 held-out rows");
    Verdict verdict = plan.verdict().orElseThrow();
    assertThat(verdict.kept()).isTrue();
    assertThat(verdict.deciding().heldOut()).isEqualTo(96);
    assertThat(verdict.deciding().low()).isPositive();
    assertThat(model.provenance().algorithm()).isEqualTo(plan.recipe().algorithm());
    assertThat(model.provenance().rounds()).isEqualTo(plan.rounds());
    Dataset test = ROWS.select(SPLIT.test());
    double before =
        new RankingEvaluator()
            .evaluateWithin(Similarities.cosine(), test.vectors(), test.labels())
            .map();
    assertThat(onTestRows(ROWS, model).map()).isGreaterThan(before + 0.1);
  }

  @Test
  void keepsTheStartIfGroupsAreRandom() {
    for (long seed = 1; seed <= 2; seed++) {
      Random random = new Random(seed);
      RowGroups sessions =
          RowGroups.of(
              ROWS.size(),
              IntStream.range(0, 200)
                  .mapToObj(g -> random.ints(0, ROWS.size()).distinct().limit(4).toArray())
                  .toList());
      LearningPlan plan = AutomaticTraining.of(ROWS, new GroupFeedback(sessions), seed).plan();

      assertThat(plan.keepsStart()).as("random sessions of seed %d", seed).isTrue();
      assertThat(plan.verdict().orElseThrow().deciding().heldOut()).isEqualTo(60);
    }
  }

  @Test
  void keepsTheStartIfTripletsOfTheSameQueriesAreRandom() {
    for (long seed = 1; seed <= 3; seed++) {
      Random random = new Random(seed);
      int[] rows = new int[3 * 3_000];
      for (int k = 0; k < 3_000; k += 10) {
        // ten triplets of one query and one positive
        int[] items = random.ints(0, ROWS.size()).distinct().limit(12).toArray();
        for (int j = 0; j < 10; j++) {
          rows[3 * (k + j)] = items[0];
          rows[3 * (k + j) + 1] = items[1];
          rows[3 * (k + j) + 2] = items[2 + j];
        }
      }
      LearningPlan plan =
          AutomaticTraining.of(ROWS, new TripletFeedback(FixedTriplets.of(rows)), seed).plan();

      assertThat(plan.keepsStart()).as("random triplets of seed %d", seed).isTrue();
    }
  }

  @Test
  void learnsFromGroupsOfTheSameClass() {
    Random random = new Random(3);
    RowGroups groups =
        RowGroups.of(
            ROWS.size(),
            IntStream.range(0, 150)
                .mapToObj(
                    g ->
                        random
                            .ints(0, ROWS.size())
                            .filter(row -> ROWS.label(row) == g % GeneratedRows.CLASSES)
                            .distinct()
                            .limit(4)
                            .toArray())
                .toList());
    AutomaticTraining training = AutomaticTraining.of(ROWS, new GroupFeedback(groups), 1);
    LearningPlan plan = training.plan();

    assertThat(plan.keepsStart()).isFalse();
    assertThat(training.learn(plan).provenance().rounds()).isEqualTo(plan.rounds());
  }

  @Test
  void keepsTheStartIfLabelsAreShuffled() {
    for (long seed = 1; seed <= 2; seed++) {
      Dataset shuffled = GeneratedRows.shuffled(ROWS, seed);
      AutomaticTraining training = AutomaticTraining.onRows(shuffled, SPLIT.train(), seed);
      LearningPlan plan = training.plan();

      assertThat(plan.keepsStart()).as("labels shuffled with seed %d", seed).isTrue();
      assertThat(plan.choice().orElseThrow().best()).isPresent();
      Model model = training.learn(plan);
      assertThat(model.provenance().rounds()).isZero();
      SparseVector row = ROWS.vector(0);
      SparseVector other = ROWS.vector(1);
      assertThat(model.score(row, other)).isEqualTo(row.dot(other));
      assertThat(((BilinearModel) model).nonZeros()).isEqualTo(ROWS.dimension());
    }
  }

  @Test
  void theChoiceDoesNotDependOnThreads() {
    LearningPlan alone = AutomaticTraining.onRows(ROWS, SPLIT.train(), 1).plan();
    LearningPlan shared =
        AutomaticTraining.onRows(ROWS, SPLIT.train(), 1).withResources(3, 1L << 30).plan();

    assertThat(shared.recipe()).isEqualTo(alone.recipe());
    assertThat(shared.rounds()).isEqualTo(alone.rounds());
    assertThat(shared.choice().orElseThrow().best().orElseThrow().quality().value())
        .isEqualTo(alone.choice().orElseThrow().best().orElseThrow().quality().value());
  }

  @Test
  void askedRoundsAreExact() {
    LearningPlan plan = AutomaticTraining.onRows(ROWS, SPLIT.train(), 1).planFor(12_345);

    assertThat(plan.rounds()).isEqualTo(12_345);
    assertThat(plan.choice().orElseThrow().looks())
        .extracting(Look::rounds)
        .containsExactly(10_000L, 10_000L, 10_000L, 10_000L, 12_345L);
    assertThat(AutomaticTraining.onRows(ROWS, SPLIT.train(), 1).planFor(1).rounds())
        .as("one round gains nothing, so that the start stays")
        .isZero();
    assertThat(AutomaticTraining.onRows(ROWS, SPLIT.train(), 1).planFor(0).reason())
        .isEqualTo("no rounds to learn for");
  }

  /** The titles of all candidates that are tried. */
  private static Set<String> tried(AutomaticTraining training) {
    Set<String> titles = new LinkedHashSet<>();
    training.chooseFor(1).choice().orElseThrow().looks().stream()
        .map(look -> look.candidate().title())
        .forEach(titles::add);
    return titles;
  }

  @Test
  void whatIsTriedDependsOnWhatIsKnown() {
    AutomaticTraining onRows = AutomaticTraining.onRows(ROWS, SPLIT.train(), 1);
    assertThat(tried(onRows))
        .containsExactly("Encoder", "Batch encoder", "AdaSORS-II", "Mixed AdaSORS-II");
    assertThat(
            tried(onRows.withDrawing((rows, learner) -> TripletSampler.of(ROWS.labels(), rows, 1))))
        .as("the caller says how to draw")
        .containsExactly("Encoder", "Batch encoder", "AdaSORS-II");
    assertThat(tried(AutomaticTraining.of(ROWS, new TripletFeedback(triplets(1000)), 1)))
        .as("nothing is known of other rows")
        .containsExactly("Encoder", "AdaSORS-II");
    List<int[]> pairs =
        IntStream.range(0, 100).mapToObj(k -> new int[] {k, k + GeneratedRows.CLASSES}).toList();
    RowFeedback groups = new GroupFeedback(RowGroups.of(ROWS.size(), pairs));
    assertThat(tried(AutomaticTraining.of(ROWS, groups, 1)))
        .as("groups say what is wrong")
        .containsExactly("Encoder", "Batch encoder", "AdaSORS-II");
  }

  @Test
  void sparseRowsAreNotTriedWithMixedTriplets() {
    // the same rows among many more features
    List<SparseVector> vectors =
        ROWS.vectors().stream()
            .map(
                row ->
                    SparseVector.of(
                        Arrays.stream(row.indexArray()).map(feature -> 13 * feature).toArray(),
                        row.valueArray()))
            .toList();
    Dataset sparse =
        new Dataset("sparse", vectors, ROWS.labels(), ROWS.classNames(), List.of(), List.of());
    assertThat(tried(AutomaticTraining.onRows(sparse, SPLIT.train(), 1)))
        .containsExactly("Encoder", "Batch encoder", "AdaSORS-II");
  }

  @Test
  void aRecipeThatKeepsNeighboursLearnsFromMixedTripletsAndRanksByTheCosine() {
    AutomaticTraining training = AutomaticTraining.onRows(ROWS, SPLIT.train(), 1);
    LearnerRecipe recipe = new LearnerRecipe("adasors-2", Map.of()).keepingNeighbours();

    Model model =
        training.learn(
            new LearningPlan(recipe, 300, "by hand", Optional.empty(), Optional.empty()));

    OnlineLearner learner = recipe.create(ROWS.dimension());
    TripletSource mixed =
        LocalTripletSampler.of(
            TripletSampler.of(ROWS.labels(), SPLIT.train(), 1),
            0.5,
            new NearestRowsFinder(ROWS.vectors(), ROWS.labels(), SPLIT.train(), 5, 20).byCosine());
    LearningLoop.overRows(learner, mixed, ROWS.vectors()).learnUntil(300);
    BilinearModel expected = PositivePart.cosine((BilinearModel) learner.snapshot(), 1);
    assertThat(((BilinearModel) model).form()).isEqualTo(BilinearModel.Form.COSINE);
    assertThat(((BilinearModel) model).valueArray()).isEqualTo(expected.valueArray());
    assertThat(model.provenance().rounds()).isEqualTo(300);
  }

  @Test
  void validationRowsAreNotLearntFromWhileChoosing() {
    Set<Integer> drawn = new HashSet<>();
    List<Integer> sizes = new ArrayList<>();
    AutomaticTraining.onRows(ROWS, SPLIT.train(), 1)
        .withDrawing(
            (rows, learner) -> {
              sizes.add(rows.length);
              for (int row : rows) {
                drawn.add(row);
              }
              return TripletSampler.of(ROWS.labels(), rows, 1);
            })
        .chooseFor(100);
    assertThat(sizes).containsOnly(SPLIT.train().length - 63);
    assertThat(drawn).hasSize(SPLIT.train().length - 63);
  }

  private static FixedTriplets triplets(int count) {
    TripletSampler sampler = TripletSampler.of(ROWS.labels(), GeneratedRows.all(ROWS), 3);
    int[] rows = new int[3 * count];
    TripletRows triplet = new TripletRows();
    for (int k = 0; k < count; k++) {
      sampler.read(k, triplet);
      rows[3 * k] = triplet.query();
      rows[3 * k + 1] = triplet.positive();
      rows[3 * k + 2] = triplet.negative();
    }
    return FixedTriplets.of(rows);
  }

  @Test
  void learnsFromTripletsAtMostOnceEach() {
    FixedTriplets listed = triplets(5000);
    AutomaticTraining training = AutomaticTraining.of(ROWS, new TripletFeedback(listed), 1);
    LearningPlan plan = training.plan();

    assertThat(plan.keepsStart()).isFalse();
    assertThat(plan.rounds()).isLessThanOrEqualTo(5000);
    assertThat(plan.reason()).endsWith("held-out queries");
    assertThat(training.learn(plan).provenance().rounds()).isEqualTo(plan.rounds());
    assertThat(AutomaticTraining.of(ROWS, new TripletFeedback(listed), 1).planFor(5000).rounds())
        .isEqualTo(5000);
    LearningPlan few = AutomaticTraining.of(ROWS, new TripletFeedback(triplets(9)), 1).plan();
    assertThat(few.keepsStart()).isTrue();
    assertThat(few.reason()).startsWith("too few to tell a gain from chance: ");
  }

  @Test
  void tinyDataKeepTheStart() {
    LearningPlan plan = AutomaticTraining.onRows(ROWS, new int[] {0, 1, 2, 3, 4, 5}, 1).plan();

    assertThat(plan.keepsStart()).isTrue();
    assertThat(plan.choice()).isEmpty();
    assertThat(plan.reason())
        .isEqualTo(
            "too few to tell a gain from chance: 0 held-out rows, of 20 that it takes; about 67"
                + " rows in all would do");
    assertThat(AutomaticTraining.onRows(ROWS, new int[] {0, 1, 2, 3, 4, 5}, 1).choose().reason())
        .isEqualTo("too few rows to tell what helps: about 100 would do");
  }

  @Test
  void aCandidateThatNeedsTooMuchMemoryIsLeftOut() {
    List<String> dropped = new ArrayList<>();
    ChoiceListener listener =
        new ChoiceListener() {
          @Override
          public void dropped(Candidate candidate, String reason) {
            dropped.add(candidate.title());
          }
        };
    LearningPlan plan =
        AutomaticTraining.onRows(ROWS, SPLIT.train(), 1)
            .withResources(1, 60_000)
            .withListener(listener)
            .plan();
    assertThat(dropped).contains(EncoderLearner.DESCRIPTOR.title());
    assertThat(plan.recipe().algorithm()).isEqualTo("adasors-2");
  }

  @Test
  void itCanBeStopped() {
    ChoiceListener stopping =
        new ChoiceListener() {
          @Override
          public boolean isCancelled() {
            return true;
          }
        };
    AutomaticTraining training =
        AutomaticTraining.onRows(ROWS, SPLIT.train(), 1).withListener(stopping);
    assertThatThrownBy(training::plan).isInstanceOf(CancellationException.class);
  }
}
