package io.github.sors.server.collection.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.SparseVector;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.Quality;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.live.NeverWorseTest;
import io.github.sors.server.collection.live.Samples;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.collection.log.Comparison;
import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.model.CollectionStart;
import io.github.sors.server.collection.model.EarlierQueries;
import io.github.sors.server.collection.model.FeedbackTrial;
import io.github.sors.server.collection.model.StartComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test, then learn: what random, spoilt and repeated feedback proves, and what it does not. */
class FeedbackTrialTest {

  private static final int ITEMS = 60;

  @TempDir Path folder;

  /** How many streams are tried, each of another seed. */
  int streams() {
    return 60;
  }

  /** How many of them may prove what is not so: one of twenty. */
  private int mostWrong() {
    return streams() / 20;
  }

  /** A collection in memory, which learns one record after the other. */
  private final class Stream {

    private final SplittableRandom random;
    private final CollectionState state;
    private long number = 1;
    private double mostEvidence;
    private int changes;

    Stream(long seed) {
      random = new SplittableRandom(seed);
      CollectionSettings settings = CollectionSettings.DEFAULT;
      try {
        CollectionStart start = CollectionStart.open(settings, folder);
        state = CollectionState.unsearchable(start, settings.newLearner(), 1);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      List<StoredItem> items = new ArrayList<>();
      for (int k = 0; k < ITEMS; k++) {
        int[] features = random.ints(0, 40).distinct().limit(5).sorted().toArray();
        SparseVector vector = SparseVector.of(features, new float[] {.45f, .45f, .45f, .45f, .45f});
        items.add(new StoredItem("item" + k, "", "", vector));
      }
      List<String> names = new ArrayList<>();
      for (int feature = 0; feature < 40; feature++) {
        names.add("word" + feature);
      }
      state.replay(++number, new LogRecord.ItemsPut(names, items));
    }

    String item() {
      return "item" + random.nextInt(ITEMS);
    }

    /** An item other than some. */
    String otherThan(String... items) {
      String found = item();
      while (List.of(items).contains(found)) {
        found = item();
      }
      return found;
    }

    void teach(List<Comparison> comparisons) {
      boolean before = worse();
      state.replay(
          ++number, new LogRecord.Taught(List.of(), comparisons, RequestKey.NONE, 0, true));
      mostEvidence = Math.max(mostEvidence, state.trial().comparison().quality().evidence());
      changes += worse() == before ? 0 : 1;
    }

    void teach(String query, String better, String worse) {
      teach(List.of(new Comparison(query, SparseVector.EMPTY, better, worse)));
    }

    /** Which of two items is better is up to chance. */
    void teachNoise() {
      String query = item();
      String better = otherThan(query);
      teach(query, better, otherThan(query, better));
    }

    /** A random item is better than eight others; in one request, or in one for each. */
    void teachSession(boolean together) {
      String query = item();
      String chosen = otherThan(query);
      List<Comparison> comparisons = new ArrayList<>();
      for (int k = 0; k < 8; k++) {
        comparisons.add(
            new Comparison(query, SparseVector.EMPTY, chosen, otherThan(query, chosen)));
      }
      if (together) {
        teach(comparisons);
      } else {
        comparisons.forEach(comparison -> teach(List.of(comparison)));
      }
    }

    boolean worse() {
      return state.trial().comparison().isWorse();
    }

    Quality quality() {
      return state.trial().comparison().quality();
    }
  }

  /** Streams of this many steps, each of another seed. */
  private List<Stream> streams(int steps, BiConsumer<Stream, Integer> teaching) {
    List<Stream> streams = new ArrayList<>();
    for (int seed = 0; seed < streams(); seed++) {
      Stream stream = new Stream(seed);
      for (int step = 0; step < steps; step++) {
        teaching.accept(stream, step);
      }
      streams.add(stream);
    }
    return streams;
  }

  private static long wentBack(List<Stream> streams) {
    return streams.stream().filter(stream -> stream.changes > 0).count();
  }

  private static long claimed(List<Stream> streams) {
    return streams.stream().filter(stream -> stream.mostEvidence > StartComparison.ENOUGH).count();
  }

  @Test
  void noiseRarelyMakesItGoBackAndProvesNothing() {
    List<Stream> streams = streams(300, (stream, step) -> stream.teachNoise());
    assertThat(wentBack(streams)).isLessThanOrEqualTo(mostWrong());
    assertThat(claimed(streams)).isLessThanOrEqualTo(mostWrong());
  }

  @Test
  void longNoiseDoesNotMakeItGoBackAndForth() {
    Stream stream = new Stream(1);
    for (int step = 0; step < 10_000; step++) {
      stream.teachNoise();
    }
    assertThat(stream.changes).isZero();
    assertThat(stream.quality().learntRight()).isCloseTo(0.5, within(0.06));
  }

  /** What is learnt from the first comparison of a session answers the others. */
  @Test
  void aRandomSessionProvesNothingWhetherInOneRequestOrInMany() {
    for (boolean together : new boolean[] {true, false}) {
      List<Stream> streams = streams(40, (stream, step) -> stream.teachSession(together));
      assertThat(claimed(streams)).as("together %s", together).isLessThanOrEqualTo(mostWrong());
      assertThat(wentBack(streams)).isLessThanOrEqualTo(mostWrong());
    }
  }

  /** Two people take turns, each with a session of their own. */
  @Test
  void sessionsThatTakeTurnsProveNothing() {
    List<Stream> streams =
        streams(
            30,
            (stream, step) -> {
              String[] queries = {"item" + 2 * step % ITEMS, "item" + (2 * step + 1) % ITEMS};
              String[] chosen = {stream.otherThan(queries[0]), stream.otherThan(queries[1])};
              for (int k = 0; k < 16; k++) {
                String query = queries[k % 2];
                String better = chosen[k % 2];
                stream.teach(query, better, stream.otherThan(query, better));
              }
            });
    assertThat(claimed(streams)).isLessThanOrEqualTo(mostWrong());
  }

  /** It is ranked first for every query soon, which the subtraction notices. */
  @Test
  void anItemThatIsAlwaysChosenProvesNothing() {
    List<Stream> streams =
        streams(
            200,
            (stream, step) -> {
              String query = stream.otherThan("item0");
              stream.teach(query, "item0", stream.otherThan(query, "item0"));
            });
    assertThat(streams)
        .as("it is learnt, and more often right than the start")
        .allMatch(stream -> stream.quality().learntRight() > stream.quality().startRight() + 0.2);
    assertThat(claimed(streams)).isLessThanOrEqualTo(mostWrong());
  }

  /** The items of one kind: what is better depends on the query, and can be learnt. */
  @Test
  void feedbackThatCanBeLearntIsProvenBetter() {
    List<Stream> streams =
        streams(
            400,
            (stream, step) -> {
              int query = stream.random.nextInt(ITEMS);
              int better = (query + ITEMS / 2) % ITEMS;
              stream.teach(
                  "item" + query,
                  "item" + better,
                  stream.otherThan("item" + query, "item" + better));
            });
    assertThat(claimed(streams)).isGreaterThan(streams() * 9 / 10);
    assertThat(wentBack(streams)).isLessThanOrEqualTo(mostWrong());
  }

  /** The start is right, and every other comparison spoils what is learnt. */
  @Test
  void aHarmfulStreamMakesItGoBack() {
    List<Stream> streams =
        streams(
            300,
            (stream, step) -> {
              String query = stream.item();
              String first = stream.otherThan(query);
              String second = stream.otherThan(query, first);
              List<SparseVector> pair =
                  List.of(stream.state.vectorOf(first), stream.state.vectorOf(second));
              double[] learnt = stream.state.learner().scores(stream.state.vectorOf(query), pair);
              boolean firstIsBetter = learnt[0] < learnt[1];
              stream.teach(query, firstIsBetter ? first : second, firstIsBetter ? second : first);
            });
    assertThat(streams).allMatch(stream -> stream.changes == 1 && stream.worse());
  }

  @Test
  void whatWasTestedAndTheQueriesAreInSnapshotsAndGoWithTheirItems() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    try (TeachableCollection collection = open()) {
      collection.put(NeverWorseTest.items()).join();
      NeverWorseTest.teach(collection, random, true, 300);
    }
    assertThat(queries()).contains("item0", "item1");
    long last;
    try (TeachableCollection collection = open()) {
      collection.remove("item0").join();
      NamedFeatures other = new NamedFeatures(new String[] {"other"}, new float[] {1});
      collection.put(List.of(new ItemDraft("item1", "", "", other))).join();
      last = collection.sequence();
    }
    assertThat(queries()).contains("item2").doesNotContain("item0", "item1");
    assertSameTests(folder, last);
  }

  private List<String> queries() throws IOException {
    SnapshotFiles snapshots = new SnapshotFiles(folder);
    return snapshots.read(snapshots.numbers().get(0), false).trial().saved().earlier().stream()
        .map(EarlierQueries.Asked::item)
        .toList();
  }

  private TeachableCollection open() throws IOException {
    return TeachableCollection.open(
        folder,
        CollectionSettings.DEFAULT,
        CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(400));
  }

  private static void assertSameTests(Path folder, long last) throws IOException {
    StateLoader loader = new StateLoader(folder, CollectionLimits.DEFAULT);
    FeedbackTrial.Saved replayed = loader.loadFromLogAlone(last).trial().saved();
    assertThat(replayed.tests()).isPositive();
    assertThat(loader.load(last).trial().saved()).isEqualTo(replayed);
  }

  /** Snapshots, undos, versions, changed items and starts, for a matrix and an encoder. */
  @Test
  void aReplayGivesTheSameTestsBitForBit() throws IOException {
    List<CollectionSettings> all =
        List.of(
            CollectionSettings.DEFAULT,
            new CollectionSettings("sors-2", Map.of(), "standard"),
            new CollectionSettings("encoder", Map.of("k", "16"), "standard"));
    for (CollectionSettings settings : all) {
      Path path = folder.resolve(settings.algorithm());
      CollectionLimits often = CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(50);
      SplittableRandom random = new SplittableRandom(5);
      for (int start = 0; start < 4; start++) {
        long last;
        try (TeachableCollection collection = TeachableCollection.open(path, settings, often)) {
          collection.put(Samples.items(random, 12)).join();
          for (int k = 0; k < 60; k++) {
            List<ComparisonDraft> few = new ArrayList<>();
            while (few.size() <= k % 3) {
              few.add(Samples.comparison(random, 12));
            }
            collection.teach(few, RequestKey.NONE).join();
            if (k % 20 == 10) {
              collection.undo(RequestKey.NONE).join();
            }
          }
          last = collection.sequence();
        }
        assertSameTests(path, last);
      }
    }
  }
}
