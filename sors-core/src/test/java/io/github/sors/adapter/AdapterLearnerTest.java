package io.github.sors.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.io.FileKind;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.live.Choice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdapterLearnerTest {

  private static final int DIMENSION = 12;
  private static final FileKind KIND = new FileKind(99, "test");

  @TempDir private Path folder;

  private final SplittableRandom random = new SplittableRandom(3);
  private final List<float[]> items = Vectors.units(random, DIMENSION, 40);
  private final List<float[]> queries = Vectors.units(random, DIMENSION, 10);

  private AdapterLearner learner(AdapterOptions options) {
    return new AdapterLearner(Vectors.search(items), options);
  }

  @Test
  void learnsTheFormulasAsTheyAreWritten() {
    AdapterOptions options = AdapterOptions.DEFAULT.withTemperature(0.2).withPenalty(0.1);
    AdapterLearner learner = learner(options);
    LiteralAdapter literal = new LiteralAdapter(items, options);
    double[] losses = new double[25];
    learner.addListener((round, loss) -> losses[(int) round - 1] = loss);
    for (int k = 0; k < 25; k++) {
      float[] query = queries.get(k % queries.size());
      int[] chosen = k % 7 == 3 ? new int[0] : k % 3 == 0 ? new int[] {1, 2} : new int[] {k};
      int[] skipped = {k + 3, k + 5};
      double loss = literal.learn(query, chosen, skipped);
      learner.learn(new Choice<>(query, chosen, skipped));
      assertThat(losses[k]).as("round %s", k).isCloseTo(loss, within(1e-4));
    }
    float[] found = learner.snapshot().matrix();
    double farthest = 0;
    for (int row = 0; row < DIMENSION; row++) {
      for (int column = 0; column < DIMENSION; column++) {
        double expected = literal.matrix()[row][column];
        farthest = Math.max(farthest, Math.abs(expected - (row == column ? 1 : 0)));
        assertThat((double) found[row * DIMENSION + column]).isCloseTo(expected, within(2e-4));
      }
    }
    assertThat(farthest).as("something was learnt").isGreaterThan(0.02);
  }

  @Test
  void aChoiceThatIsLearntOftenComesFirst() {
    AdapterLearner learner = learner(AdapterOptions.DEFAULT.withRate(1e-3).withTrust(0.7, 0.7));
    int last = learner.start().first(queries.get(0), items.size())[items.size() - 1];
    for (int k = 0; k < 100; k++) {
      learner.learn(queries.get(0), last);
    }
    assertThat(learner.current().first(queries.get(0), 3)).contains(last);
  }

  @Test
  void theStartRanksAsTheEmbeddingsDo() {
    AdapterLearner learner = learner(AdapterOptions.DEFAULT);
    assertThat(learner.snapshot().query(queries.get(1))).isEqualTo(queries.get(1));
    assertThat(learner.current().first(queries.get(1), 40))
        .isEqualTo(learner.start().first(queries.get(1), 40));
  }

  @Test
  void identicalItemsAreOne() {
    List<float[]> twice = new ArrayList<>(items);
    twice.addAll(items);
    AdapterOptions options = AdapterOptions.DEFAULT.withTemperature(0.2);
    AdapterLearner once = learner(options);
    AdapterLearner both = new AdapterLearner(Vectors.search(twice), options);
    for (int k = 0; k < 20; k++) {
      once.learn(queries.get(k % 10), k, k + 1);
      both.learn(queries.get(k % 10), k % 2 == 0 ? k : k + items.size(), k + 1);
    }
    assertThat(both.snapshot().matrix()).isEqualTo(once.snapshot().matrix());
  }

  @Test
  void theBitsDoNotDependOnTheThreads() {
    AdapterOptions options = AdapterOptions.DEFAULT.withCandidates(5, 10);
    float[] expected = learn(learner(options), 0, 60).snapshot().matrix();
    AdapterLearner shared = learner(options);
    shared.setThreads(3);
    try (shared) {
      assertThat(learn(shared, 0, 60).snapshot().matrix()).isEqualTo(expected);
    }
  }

  private AdapterLearner learn(AdapterLearner learner, int from, int to) {
    for (int k = from; k < to; k++) {
      SplittableRandom draws = new SplittableRandom(k);
      int chosen = draws.nextInt(items.size());
      learner.learn(
          new Choice<>(
              queries.get(draws.nextInt(10)),
              new int[] {chosen},
              new int[] {(chosen + 1) % items.size()},
              Choice.UNKNOWN,
              1 + draws.nextInt(3),
              "person " + k % 4));
    }
    return learner;
  }

  @Test
  void continuesBitForBit() throws IOException {
    AdapterOptions options = AdapterOptions.DEFAULT.withCandidates(5, 10).withMemory(30, 7);
    AdapterLearner whole = learn(learner(options), 0, 80);
    AdapterLearner resumed = copy(learn(learner(options), 0, 50));
    assertThat(resumed.progress().rounds()).isEqualTo(50);
    assertThat(learn(resumed, 50, 80).snapshot().matrix()).isEqualTo(whole.snapshot().matrix());
    assertThat(resumed.temperature()).isEqualTo(whole.temperature());
    assertThat(resumed.progress()).isEqualTo(whole.progress());
  }

  private AdapterLearner copy(AdapterLearner learner) throws IOException {
    return copy(learner, items);
  }

  private AdapterLearner copy(AdapterLearner learner, List<float[]> present) throws IOException {
    Path file = folder.resolve("learner.sors");
    SectionWriter.write(file, KIND, learner::write);
    try (SectionReader reader = SectionReader.open(file, KIND)) {
      AdapterLearner copy = AdapterLearner.read(Vectors.search(present), reader);
      reader.finish();
      return copy;
    }
  }

  @Test
  void choicesAboutItemsWithOtherEmbeddingsAreLeftOut() throws IOException {
    AdapterLearner learner = learner(AdapterOptions.DEFAULT);
    learner.learn(queries.get(0), 5, 6);
    learner.learn(queries.get(1), 7, 8);
    learner.learn(queries.get(2), 9, 5);
    List<float[]> changed = new ArrayList<>(items);
    changed.set(5, Vectors.unit(random, DIMENSION));
    assertThat(copy(learner, changed).remembered()).isEqualTo(1);
    assertThat(copy(learner, items.subList(0, 9)).remembered()).isEqualTo(2);
  }

  @Test
  void forgetsPersonsAndItems() {
    AdapterLearner learner = learn(learner(AdapterOptions.DEFAULT), 0, 40);
    assertThat(learner.forgetPerson("person 1")).isEqualTo(10);
    assertThat(learner.remembered()).isEqualTo(30);
    BitSet gone = new BitSet();
    gone.set(0, 20);
    learner.forgetItems(gone);
    assertThat(learner.remembered()).isLessThan(30);
    for (int item = 0; item < 20; item++) {
      assertThat(learner.needs(item)).as("item %s", item).isFalse();
    }
    learn(learner, 40, 45);
  }

  @Test
  void onlyTheLatestAreRemembered() {
    AdapterLearner learner = learn(learner(AdapterOptions.DEFAULT.withMemory(16, 7)), 0, 40);
    assertThat(learner.remembered()).isEqualTo(16);
    // persons 0 to 3 in turn
    assertThat(learner.forgetPerson("person 3")).isEqualTo(4);
  }

  @Test
  void learnsManyChoicesAtOnce() {
    AdapterLearner learner = learner(AdapterOptions.DEFAULT.withBatch(1e-3, 60));
    List<Choice<float[]>> choices = new ArrayList<>();
    for (int k = 0; k < 10; k++) {
      choices.add(new Choice<>(queries.get(k), new int[] {3 * k, 3 * k + 1}));
    }
    learner.learnAll(choices);
    for (int k = 0; k < 10; k++) {
      int[] ranks = {rank(learner, k, 3 * k), rank(learner, k, 3 * k + 1)};
      assertThat(ranks[0] + ranks[1]).as("query %s", k).isLessThan(20);
    }
    assertThat(learner.progress().rounds()).isEqualTo(10);
  }

  private int rank(AdapterLearner learner, int query, int item) {
    int[] order = learner.current().first(queries.get(query), items.size());
    int rank = 0;
    while (order[rank] != item) {
      rank++;
    }
    return rank;
  }

  @Test
  void learnsTriplets() {
    AdapterLearner learner =
        new AdapterLearner(Vectors.space(DIMENSION), AdapterOptions.DEFAULT.withRate(1e-3));
    SparseVector query = SparseVector.ofDense(queries.get(0));
    SparseVector positive = SparseVector.ofDense(items.get(0)).scaled(3);
    SparseVector negative = SparseVector.ofDense(items.get(1));
    double before = margin(learner, query, positive, negative);
    for (int k = 0; k < 50; k++) {
      learner.learn(new Triplet(query, positive, negative));
    }
    assertThat(margin(learner, query, positive, negative)).isGreaterThan(before + 0.01);
    assertThatThrownBy(() -> learner.learn(new Triplet(query, positive, positive.scaled(0.5))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("same direction");
    assertThatThrownBy(() -> learner.learn(new Triplet(SparseVector.EMPTY, positive, negative)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the query: all numbers are zero");
  }

  private static double margin(
      AdapterLearner learner, SparseVector query, SparseVector positive, SparseVector negative) {
    return learner.snapshot().score(query, positive) - learner.snapshot().score(query, negative);
  }

  @Test
  void badChoicesChangeNothing() {
    AdapterLearner learner = learner(AdapterOptions.DEFAULT);
    assertThatThrownBy(() -> learner.learn(queries.get(0), 40))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected the number of an item below 40, found 40");
    assertThatThrownBy(() -> learner.learn(new float[13], 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("the query: expected 12 numbers, found 13");
    float[] broken = queries.get(0).clone();
    broken[4] = Float.NaN;
    assertThatThrownBy(() -> learner.learn(broken, 1))
        .hasMessage("the query: expected finite numbers, found NaN at position 4");
    List<Choice<float[]>> choices =
        List.of(new Choice<>(queries.get(0), new int[] {1}), new Choice<>(broken, new int[] {1}));
    assertThatThrownBy(() -> learner.learnAll(choices)).isInstanceOf(InvalidInputException.class);
    assertThat(learner.remembered()).isZero();
    assertThat(learner.snapshot().query(queries.get(0))).isEqualTo(queries.get(0));
  }

  @Test
  void aLearnerOfOtherEmbeddingsIsRefused() throws IOException {
    Path file = folder.resolve("learner.sors");
    SectionWriter.write(file, KIND, learner(AdapterOptions.DEFAULT)::write);
    EmbeddingStore other = new EmbeddingStore(new EmbeddingSpace("other", DIMENSION));
    try (SectionReader reader = SectionReader.open(file, KIND)) {
      assertThatThrownBy(() -> AdapterLearner.read(new ExactEmbeddingSearch(other), reader))
          .isInstanceOf(InvalidInputException.class)
          .hasMessage(
              "the saved learner: expected embeddings of 'other' (12 numbers), found those of"
                  + " 'test' (12 numbers); vectors of two models cannot be compared");
    }
  }

  @Test
  void theTemperatureIsTheSpreadOfTheScores() {
    AdapterLearner learner = learner(AdapterOptions.DEFAULT);
    learner.learn(queries.get(0), 1);
    double[] scores = new double[items.size()];
    for (int k = 0; k < scores.length; k++) {
      scores[k] = learner.start().scores(queries.get(0), new int[] {k})[0];
    }
    double mean = Arrays.stream(scores).average().orElseThrow();
    double square =
        Arrays.stream(scores).map(score -> (score - mean) * (score - mean)).average().orElseThrow();
    assertThat(learner.temperature()).isCloseTo(Math.sqrt(square), within(1e-6));
  }

  @Test
  void randomChoicesLeaveTheMatrixNearTheIdentity() {
    assertThat(distanceAfterRandomChoices(3_000)).isLessThan(8);
  }

  @Tag("full")
  @Test
  void aMillionRandomChoicesLeaveTheMatrixNearTheIdentity() {
    assertThat(distanceAfterRandomChoices(1_000_000)).isLessThan(8);
  }

  /** ‖M - I‖ after choices that say nothing; ‖I‖ is 8. */
  private double distanceAfterRandomChoices(int choices) {
    List<float[]> many = Vectors.units(random, 64, 300);
    AdapterLearner learner =
        new AdapterLearner(
            Vectors.search(many), AdapterOptions.DEFAULT.withCandidates(20, 40).withMemory(512, 7));
    for (int k = 0; k < choices; k++) {
      learner.learn(Vectors.unit(random, 64), random.nextInt(300));
    }
    float[] matrix = learner.snapshot().matrix();
    double square = 0;
    for (int k = 0; k < matrix.length; k++) {
      double difference = matrix[k] - (k / 64 == k % 64 ? 1 : 0);
      square += difference * difference;
    }
    return Math.sqrt(square);
  }
}
