package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.LearningListener;
import io.github.sors.Similarities;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.TripletLearner;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.EncoderRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderLearnerTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "8, true, 4000",
    "16, true, 2000",
    "33, true, 1000",
    "40, true, 500",
    "64, false, 1000",
    "8, false, 2000",
  })
  void equalsTheLiteralAlgorithm(int k, boolean shared, int rounds) {
    int dimension = 30;
    EncoderOptions options = options(k, shared, dimension);
    EncoderLearner learner = new EncoderLearner(options);
    LiteralEncoder literal = new LiteralEncoder(options, dimension, dimension);
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < rounds; round++) {
      Triplet triplet = triplet(random, dimension);
      assertThat(learner.learn(triplet))
          .as("loss of round %s", round)
          .isCloseTo(literal.learn(triplet), within(1e-3));
    }
    EncoderModel model = learner.snapshot();
    assertThat(worstRow(literal.queryRows, i -> model.queryRow(i))).isLessThan(1e-4);
    assertThat(worstRow(literal.itemRows, i -> model.itemRow(i))).isLessThan(1e-4);
    SparseVector query = vector(random, dimension);
    SparseVector item = vector(random, dimension);
    assertThat(model.score(query, item)).isCloseTo(literal.score(query, item), within(1e-4));
  }

  /** Batches equal the literal ones, for any number of threads to the last bit. */
  @ParameterizedTest
  @CsvSource({
    "16, true, 8, 3",
    "33, true, 20, 4",
    "16, true, 7, 3",
    "16, false, 5, 2",
    "8, true, 6, 1",
    "256, true, 120, 5",
  })
  void batchesEqualTheLiteralAlgorithm(int k, boolean shared, int batch, int classes) {
    int dimension = 30;
    EncoderOptions options = options(k, shared, dimension).withBatch(batch);
    EncoderLearner learner = new EncoderLearner(options);
    EncoderLearner threaded = new EncoderLearner(options);
    threaded.setThreads(3);
    LiteralEncoder literal = new LiteralEncoder(options, dimension, dimension);
    SplittableRandom random = new SplittableRandom(8);
    int batches = batch > 100 ? 5 : 60;
    for (int round = 0; round < batches; round++) {
      List<Triplet> triplets = new ArrayList<>();
      int[] labels = new int[batch];
      for (int i = 0; i < batch; i++) {
        Triplet drawn = triplet(random, dimension);
        triplets.add(new Triplet(drawn.query(), drawn.positive(), drawn.negative(), 1 + i % 2));
        labels[i] = random.nextInt(classes);
      }
      TripletLearner.Separation separation = (q, p) -> labels[q] != labels[p];
      double[] losses = learner.learnTogether(triplets, separation);
      assertThat(threaded.learnTogether(triplets, separation)).isEqualTo(losses);
      double[] expected = literal.learnTogether(triplets, separation);
      for (int i = 0; i < batch; i++) {
        assertThat(losses[i]).as("loss %s", i).isCloseTo(expected[i], within(2e-3));
      }
    }
    assertThat(learner.progress().rounds()).isEqualTo((long) batch * batches);
    EncoderModel model = learner.snapshot();
    assertThat(worstRow(literal.queryRows, model::queryRow)).isLessThan(2e-4);
    assertThat(worstRow(literal.itemRows, model::itemRow)).isLessThan(2e-4);
    for (int feature = 0; feature < dimension; feature++) {
      assertThat(threaded.snapshot().queryRow(feature)).isEqualTo(model.queryRow(feature));
    }
  }

  @Test
  void aBatchOfOneIsATriplet() {
    EncoderOptions options = options(16, true, 20);
    EncoderLearner alone = new EncoderLearner(options);
    EncoderLearner together = new EncoderLearner(options.withBatch(4));
    SplittableRandom random = new SplittableRandom(9);
    for (int round = 0; round < 50; round++) {
      Triplet triplet = triplet(random, 20);
      assertThat(together.learnTogether(List.of(triplet), (q, p) -> true))
          .containsExactly(alone.learn(triplet));
    }
  }

  /** A learner that starts from a model scores as it, and goes on as a literal one would. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void startsFromAModel(boolean shared) {
    EncoderOptions options = options(16, shared, 30);
    SplittableRandom random = new SplittableRandom(11);
    EncoderLearner before = new EncoderLearner(options);
    for (int round = 0; round < 300; round++) {
      before.learn(triplet(random, 30));
    }
    EncoderModel model = before.snapshot();
    EncoderLearner learner = new EncoderLearner(options);
    learner.startFrom(model, 0);
    assertThat(learner.progress().rounds()).isZero();
    LiteralEncoder literal = new LiteralEncoder(options, 30, 30);
    for (int feature = 0; feature < 30; feature++) {
      for (int j = 0; j < 16; j++) {
        literal.queryRows[feature][j] = model.queryRow(feature)[j];
        literal.itemRows[feature][j] = model.itemRow(feature)[j];
      }
    }
    for (int round = 0; round < 300; round++) {
      Triplet triplet = triplet(random, 30);
      assertThat(learner.learn(triplet)).isCloseTo(literal.learn(triplet), within(1e-3));
    }
    EncoderModel after = learner.snapshot();
    assertThat(worstRow(literal.queryRows, after::queryRow)).isLessThan(1e-4);
    assertThat(worstRow(literal.itemRows, after::itemRow)).isLessThan(1e-4);
    assertThatThrownBy(() -> learner.startFrom(model, 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new EncoderLearner(options(8, shared, 30)).startFrom(model, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found k 16");
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 256})
  void theMostBytesAreNeverExceeded(int k) {
    EncoderLearner learner = new EncoderLearner(options(k, true, 0));
    SplittableRandom random = new SplittableRandom(12);
    for (int round = 0; round < 300; round++) {
      int dimension = 20 + 60 * round;
      Triplet triplet = triplet(random, dimension);
      BitSet added = new BitSet();
      for (SparseVector vector : List.of(triplet.query(), triplet.positive(), triplet.negative())) {
        for (int place = 0; place < vector.size(); place++) {
          if (!learner.hasRow(vector.index(place))) {
            added.set(vector.index(place));
          }
        }
      }
      long most = learner.mostBytes(added.cardinality(), dimension);
      learner.learn(triplet);
      assertThat(learner.matrixBytes()).isLessThanOrEqualTo(most);
      assertThat(learner.matrixBytes()).isLessThanOrEqualTo(learner.mostBytes(0, 0));
    }
  }

  /** The largest difference of an entry, relative to the largest entry. */
  private static double worstRow(
      double[][] expected, java.util.function.IntFunction<float[]> found) {
    double largest = 0;
    double difference = 0;
    for (int i = 0; i < expected.length; i++) {
      float[] row = found.apply(i);
      for (int j = 0; j < row.length; j++) {
        largest = Math.max(largest, Math.abs(expected[i][j]));
        difference = Math.max(difference, Math.abs(expected[i][j] - row[j]));
      }
    }
    return difference / largest;
  }

  @Test
  void startsAsTheCosine() {
    EncoderModel model = new EncoderLearner(options(4096, true, 0)).snapshot();
    SplittableRandom random = new SplittableRandom(11);
    for (int pair = 0; pair < 20; pair++) {
      SparseVector query = vector(random, 50);
      SparseVector item = vector(random, 50);
      assertThat(model.score(query, item))
          .isCloseTo(Similarities.cosine().score(query, item), within(5 / Math.sqrt(4096)));
    }
    assertThat(model.score(SparseVector.EMPTY, vector(random, 50))).isZero();
  }

  /**
   * Threads share rounds of many rows; features and snapshots come up at any time, the latter also
   * from a listener.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 256, true, 90",
    "4, 256, false, 90",
    // more threads than processors, on most machines: panels are taken over
    "32, 1024, true, 90",
    "3, 192, true, 90",
    "2, 64, false, 30",
    "1, 100, true, 90",
    // so many features in common that each has a single row
    "2, 256, true, 300",
  })
  void givesTheSameBitsForAnyNumberOfThreads(
      int panels, int k, boolean sharedSpace, int mostFeatures) {
    EncoderLearner alone = new EncoderLearner(options(k, sharedSpace, 0));
    EncoderLearner together = new EncoderLearner(options(k, sharedSpace, 0));
    together.setThreads(3);
    together.setPanels(panels);
    List<EncoderModel> snapshots = new ArrayList<>();
    List<float[]> firstRows = new ArrayList<>();
    LearningListener watcher =
        (round, loss) -> {
          if (round % 83 == 0) {
            snapshots.add(together.snapshot());
            firstRows.add(snapshots.get(snapshots.size() - 1).queryRow(0));
          }
        };
    together.addListener(watcher);
    SplittableRandom random = new SplittableRandom(13);
    for (int list = 0; list < 20; list++) {
      List<Triplet> triplets = new ArrayList<>();
      int dimension = 100 + 20 * list;
      // some rounds are too small to be shared
      int size = list % 5 == 4 ? 6 : mostFeatures;
      for (int round = random.nextInt(1, 80); round > 0; round--) {
        triplets.add(
            new Triplet(
                vector(random, dimension, size),
                random.nextInt(9) == 0 ? SparseVector.EMPTY : vector(random, dimension, size),
                vector(random, dimension, size),
                1 + round % 2));
      }
      double[] expected = triplets.stream().mapToDouble(alone::learn).toArray();
      assertThat(together.learn(triplets)).isEqualTo(expected);
    }
    assertThat(together.progress()).isEqualTo(alone.progress());
    requireSameRows(together.snapshot(), alone.snapshot(), 500);
    assertThat(snapshots).hasSizeGreaterThan(5);
    for (int n = 0; n < snapshots.size(); n++) {
      // shared rounds have not changed it
      assertThat(snapshots.get(n).queryRow(0)).as("snapshot %s", n).isEqualTo(firstRows.get(n));
    }
  }

  /** Threads keep sums of their own, which rows, rounds and batches from elsewhere change too. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void threadsLearnOfWhatOneOfThemDidAlone(boolean restored) {
    EncoderLearner alone = new EncoderLearner(options(256, true, 0));
    EncoderLearner together = new EncoderLearner(options(256, true, 0));
    together.setPanels(2);
    SplittableRandom random = new SplittableRandom(16);
    if (restored) {
      EncoderLearner other = new EncoderLearner(options(256, true, 0));
      other.learn(triplets(random, 30));
      EncoderRows rows = other.changedRows(0, 1);
      alone.restore(List.of(rows).iterator(), other.progress());
      together.restore(List.of(rows).iterator(), other.progress());
    }
    for (int turn = 0; turn < 5; turn++) {
      List<Triplet> shared = triplets(random, 40);
      assertThat(together.learn(shared))
          .isEqualTo(shared.stream().mapToDouble(alone::learn).toArray());
      Triplet single = triplets(random, 1).get(0);
      assertThat(together.learn(single)).isEqualTo(alone.learn(single));
      List<Triplet> batch = triplets(random, 5);
      assertThat(together.learnTogether(batch, (query, other) -> query != other))
          .isEqualTo(alone.learnTogether(batch, (query, other) -> query != other));
    }
    requireSameRows(together.snapshot(), alone.snapshot(), 300);
  }

  private static List<Triplet> triplets(SplittableRandom random, int count) {
    List<Triplet> triplets = new ArrayList<>();
    for (int round = 0; round < count; round++) {
      triplets.add(
          new Triplet(vector(random, 300, 70), vector(random, 300, 70), vector(random, 300, 70)));
    }
    return triplets;
  }

  /** Rounds of very many rows are shared by all threads. */
  @ParameterizedTest
  @ValueSource(ints = {2, 7})
  void largeRoundsGiveTheSameBitsForAnyNumberOfThreads(int threads) {
    EncoderLearner alone = new EncoderLearner(options(1024, true, 0));
    EncoderLearner together = new EncoderLearner(options(1024, true, 0));
    together.setThreads(threads);
    SplittableRandom random = new SplittableRandom(14);
    List<Triplet> triplets = new ArrayList<>();
    for (int round = 0; round < 12; round++) {
      triplets.add(
          new Triplet(
              vector(random, 2000, 700), vector(random, 2000, 700), vector(random, 2000, 700)));
    }
    double[] expected = triplets.stream().mapToDouble(alone::learn).toArray();
    assertThat(together.learn(triplets)).isEqualTo(expected);
    requireSameRows(together.snapshot(), alone.snapshot(), 2000);
  }

  /** The number of threads may change between rounds. */
  @Test
  void rowsKeepTheirValuesWhenTheNumberOfThreadsChanges() {
    EncoderLearner alone = new EncoderLearner(options(256, true, 0));
    EncoderLearner changing = new EncoderLearner(options(256, true, 0));
    SplittableRandom random = new SplittableRandom(15);
    for (int panels : new int[] {1, 2, 4, 1, 2}) {
      changing.setPanels(panels);
      List<Triplet> triplets = triplets(random, 40);
      double[] expected = triplets.stream().mapToDouble(alone::learn).toArray();
      assertThat(changing.learn(triplets)).isEqualTo(expected);
      SparseVector query = vector(random, 320, 70);
      assertThat(changing.snapshot().encodeQuery(query))
          .isEqualTo(alone.snapshot().encodeQuery(query));
    }
    requireSameRows(changing.snapshot(), alone.snapshot(), 300);
  }

  /** Rows move with the next round; whoever looks before must see them moved. */
  @Test
  void looksInBetweenChangeNothingAndSeeTheLastRound() {
    EncoderLearner undisturbed = new EncoderLearner(options(40, true, 0));
    EncoderLearner watched = new EncoderLearner(options(40, true, 0));
    SplittableRandom random = new SplittableRandom(41);
    SparseVector query = vector(random, 40);
    SparseVector item = vector(random, 40);
    for (int round = 0; round < 200; round++) {
      Triplet triplet = triplet(random, 40);
      assertThat(watched.learn(triplet)).isEqualTo(undisturbed.learn(triplet));
      if (round % 3 == 0) {
        assertThat(watched.score(query, item))
            .isCloseTo(watched.snapshot().score(query, item), within(1e-6));
      }
    }
    requireSameRows(watched.snapshot(), undisturbed.snapshot(), 40);
  }

  private static void requireSameRows(EncoderModel found, EncoderModel expected, int dimension) {
    for (int i = 0; i < dimension; i++) {
      assertThat(found.queryRow(i)).as("row %s", i).isEqualTo(expected.queryRow(i));
      assertThat(found.itemRow(i)).as("row %s", i).isEqualTo(expected.itemRow(i));
    }
  }

  @Test
  void aSnapshotDoesNotChangeWhileTheLearnerGoesOn() {
    EncoderLearner learner = new EncoderLearner(options(16, true, 0));
    SplittableRandom random = new SplittableRandom(17);
    learn(learner, random, 100);
    EncoderModel early = learner.snapshot();
    List<float[]> rows = new ArrayList<>();
    IntStream.range(0, 40).forEach(i -> rows.add(early.queryRow(i)));
    learn(learner, random, 100);
    IntStream.range(0, 40).forEach(i -> assertThat(early.queryRow(i)).isEqualTo(rows.get(i)));
    assertThat(early.provenance().rounds()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aResumedLearnerGoesOnAsIfItHadNeverStopped(boolean shared) throws IOException {
    EncoderLearner whole = new EncoderLearner(options(24, shared, 0));
    EncoderLearner first = new EncoderLearner(options(24, shared, 0));
    SplittableRandom random = new SplittableRandom(37);
    for (int round = 0; round < 700; round++) {
      Triplet triplet = triplet(random, 20 + round / 5);
      whole.learn(triplet);
      first.learn(triplet);
    }
    Path file = folder.resolve("encoder.checkpoint");
    new Checkpoint(first, Map.of("position", "700")).write(file);
    Checkpoint checkpoint = Checkpoint.read(file);
    OnlineLearner second = checkpoint.learner();
    for (int round = 0; round < 700; round++) {
      Triplet triplet = triplet(random, 160 + round / 5);
      assertThat(second.learn(triplet)).isEqualTo(whole.learn(triplet));
    }
    assertThat(checkpoint.context()).isEqualTo(Map.of("position", "700"));
    assertThat(second.options()).isEqualTo(whole.options());
    assertThat(second.progress()).isEqualTo(whole.progress());
    requireSameRows((EncoderModel) second.snapshot(), whole.snapshot(), 300);
  }

  @Test
  void isFoundByItsNameWithOptionsAsText() {
    OnlineLearner learner = Learners.create("encoder", Map.of("k", "12", "tau", "0.5"));
    assertThat(learner.options()).containsEntry("k", "12").containsEntry("tau", "0.5");
    assertThatThrownBy(() -> Learners.create("encoder", Map.of("k", "0")))
        .hasMessageContaining("from 1 to 4096");
    assertThatThrownBy(() -> Learners.create("encoder", Map.of("kk", "1")))
        .hasMessageContaining("unknown option 'kk'");
    assertThatThrownBy(() -> Learners.create("decoder", Map.of()))
        .hasMessageContaining("unknown algorithm 'decoder'");
    assertThat(Learners.options().algorithms()).hasSize(Algorithm.values().length + 1);
  }

  /** An encoder looks at directions alone, and takes values that squared are beyond a float. */
  @ParameterizedTest
  @CsvSource({"1e-38", "1e30", "3e38", "1e-45"})
  void takesVectorsOfAnyScale(float scale) {
    EncoderLearner learner = new EncoderLearner(options(16, true, 0));
    EncoderLearner plain = new EncoderLearner(options(16, true, 0));
    for (int round = 0; round < 50; round++) {
      SparseVector[] ones = {SparseVector.ofDense(1), SparseVector.ofDense(0, 1, 1)};
      SparseVector[] scaled = {SparseVector.ofDense(scale), SparseVector.ofDense(0, scale, scale)};
      plain.learn(new Triplet(ones[0], ones[1], SparseVector.ofDense(0, 0, 1)));
      learner.learn(new Triplet(scaled[0], scaled[1], SparseVector.ofDense(0, 0, scale)));
    }
    for (int i = 0; i < 3; i++) {
      float[] expected = plain.snapshot().queryRow(i);
      float[] found = learner.snapshot().queryRow(i);
      for (int j = 0; j < 16; j++) {
        assertThat(found[j]).isCloseTo(expected[j], within(1e-4f));
      }
    }
  }

  @Test
  void degenerateTripletsAreHarmless() {
    EncoderLearner learner = new EncoderLearner(options(8, true, 0));
    SparseVector one = SparseVector.ofDense(1);
    assertThat(learner.learn(new Triplet(SparseVector.EMPTY, one, one)))
        .isCloseTo(Math.log(2), within(1e-12));
    assertThat(learner.learn(new Triplet(one, one, one))).isCloseTo(Math.log(2), within(1e-12));
    learner.learn(new Triplet(one, SparseVector.EMPTY, SparseVector.EMPTY));
    learner.learn(new Triplet(one, SparseVector.EMPTY, SparseVector.ofDense(0, 1)));
    assertThat(learner.snapshot().score(one, one)).isCloseTo(1, within(1e-6));
  }

  @Test
  void memoryGrowsWithTheFeaturesSeenAndIsLimited() {
    EncoderLearner learner = new EncoderLearner(options(64, true, 10_000_000));
    learner.learn(
        new Triplet(
            SparseVector.of(new int[] {9_999_999}, new float[] {1}),
            SparseVector.of(new int[] {5, 2_000_000_000}, new float[] {1, 1}),
            SparseVector.of(new int[] {7}, new float[] {1})));
    assertThat(learner.matrixBytes()).isLessThan(10_000_000);
    assertThat(learner.snapshot().queryDimension()).isEqualTo(2_000_000_001);
    learner.setMemoryBudget(200_000);
    assertThatThrownBy(() -> learn(learner, new SplittableRandom(1), 2000, 100_000))
        .isInstanceOf(MemoryBudgetException.class);
  }

  @Test
  void learnsWhatTellsClassesApart() {
    EncoderLearner learner = new EncoderLearner(options(32, true, 20));
    SplittableRandom random = new SplittableRandom(23);
    for (int round = 0; round < 3000; round++) {
      int side = random.nextInt(2);
      learner.learn(
          new Triplet(marked(random, side), marked(random, side), marked(random, 1 - side)));
    }
    EncoderModel model = learner.snapshot();
    int right = 0;
    for (int trial = 0; trial < 500; trial++) {
      SparseVector query = marked(random, 0);
      right +=
          model.score(query, marked(random, 0)) > model.score(query, marked(random, 1)) ? 1 : 0;
    }
    assertThat(right).isGreaterThan(490);
  }

  @Test
  void preparedItemsScoreAsTheyDoOneByOne() {
    EncoderLearner learner = new EncoderLearner(options(24, true, 0));
    SplittableRandom random = new SplittableRandom(29);
    learn(learner, random, 200);
    EncoderModel model = learner.snapshot();
    List<SparseVector> items = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      items.add(vector(random, 60));
    }
    SparseVector query = vector(random, 60);
    var prepared = model.prepare(items).scorerFor(query);
    var scorer = model.scorerFor(query);
    for (int i = 0; i < 50; i++) {
      assertThat(prepared.score(i)).isEqualTo(scorer.score(items.get(i)));
      assertThat(model.score(query, items.get(i))).isEqualTo(scorer.score(items.get(i)));
    }
  }

  @Test
  void refusesOptionsOutOfRange() {
    assertThatThrownBy(() -> EncoderOptions.DEFAULT.withDimensions(0).withEta(0.1).withTau(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("k");
    assertThatThrownBy(() -> EncoderOptions.DEFAULT.withDimensions(8).withEta(0).withTau(1))
        .hasMessageContaining("eta");
    assertThatThrownBy(
            () -> EncoderOptions.DEFAULT.withDimensions(8).withEta(1).withTau(Double.NaN))
        .hasMessageContaining("tau");
  }

  private static SparseVector marked(SplittableRandom random, int side) {
    float[] dense = new float[20];
    dense[side] = 1;
    for (int noise = 0; noise < 3; noise++) {
      dense[2 + random.nextInt(18)] = 1;
    }
    return SparseVector.ofDense(dense);
  }

  private static EncoderOptions options(int k, boolean shared, int dimension) {
    return EncoderOptions.DEFAULT
        .withDimensions(k)
        .withSpaces(
            shared
                ? FeatureSpaces.shared(dimension)
                : FeatureSpaces.separate(dimension, dimension));
  }

  static void learn(EncoderLearner learner, SplittableRandom random, int rounds) {
    learn(learner, random, rounds, 40);
  }

  private static void learn(
      EncoderLearner learner, SplittableRandom random, int rounds, int dimension) {
    for (int round = 0; round < rounds; round++) {
      learner.learn(triplet(random, dimension));
    }
  }

  private static Triplet triplet(SplittableRandom random, int dimension) {
    return new Triplet(
        vector(random, dimension), vector(random, dimension), vector(random, dimension));
  }

  private static SparseVector vector(SplittableRandom random, int dimension) {
    return vector(random, dimension, random.nextInt(1, 8));
  }

  private static SparseVector vector(SplittableRandom random, int dimension, int size) {
    int[] features =
        random.ints(0, dimension).distinct().limit(Math.min(size, dimension)).sorted().toArray();
    float[] values = new float[features.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = (float) (random.nextDouble() + 0.1) * (random.nextBoolean() ? 1 : -1);
    }
    return SparseVector.of(features, values);
  }
}
