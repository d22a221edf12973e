package io.github.sors.server.collection.live;

import static io.github.sors.server.collection.live.TeachableCollectionTest.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.server.Await;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RefusedException;
import io.github.sors.server.collection.RefusedException.Reason;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.log.CollectionLog;
import io.github.sors.server.collection.log.Comparison;
import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.log.LogSegment;
import io.github.sors.server.collection.log.RecordCodec;
import io.github.sors.server.collection.state.SnapshotFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests with much work, which others do not wait for. */
class LongWorkTest {

  private static final int ITEMS = 12;
  private static final int WIDE = 8;
  private static final int DIMENSION = 1000;

  @TempDir Path folder;

  private TeachableCollection open(CollectionLimits limits) throws IOException {
    return TeachableCollection.open(folder, CollectionSettings.DEFAULT, limits);
  }

  private TeachableCollection open() throws IOException {
    return open(CollectionLimits.DEFAULT);
  }

  private static void putItems(TeachableCollection collection) {
    collection.put(Samples.items(new SplittableRandom(1), ITEMS)).join();
    SplittableRandom random = new SplittableRandom(2);
    List<ItemDraft> wide = new ArrayList<>();
    for (int k = 0; k < WIDE; k++) {
      String[] names = new String[DIMENSION];
      float[] values = new float[DIMENSION];
      Arrays.setAll(names, feature -> "dimension" + feature);
      for (int feature = 0; feature < DIMENSION; feature++) {
        values[feature] = (float) random.nextDouble(-1, 1);
      }
      wide.add(new ItemDraft("wide" + k, "", "", new NamedFeatures(names, values)));
    }
    collection.put(wide).join();
  }

  /** About two million entries each. */
  private static List<ComparisonDraft> wideComparisons(int count) {
    List<ComparisonDraft> comparisons = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      comparisons.add(
          new ComparisonDraft(
              "wide" + k % WIDE, null, "wide" + (k + 1) % WIDE, "wide" + (k + 3) % WIDE));
    }
    return comparisons;
  }

  @Test
  void othersGetTheirTurnBetweenThePartsAndItIsUndoneAsOne() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    Model after;
    try (TeachableCollection collection = open()) {
      putItems(collection);
      CompletableFuture<Outcome> longAnswer =
          collection.teach(wideComparisons(300), new RequestKey("long", 1));
      List<Outcome> others = new ArrayList<>();
      // once this is answered, the long request has started
      ComparisonDraft first = Samples.comparison(random, ITEMS);
      others.add(collection.teach(List.of(first), RequestKey.NONE).join());
      others.add(collection.teach(List.of(first), RequestKey.NONE).join());
      CompletableFuture<Outcome> change =
          collection.put(
              List.of(new ItemDraft("wide1", "new", "", Samples.features(random, 9, 3))));
      do {
        ComparisonDraft other = Samples.comparison(random, ITEMS);
        others.add(collection.teach(List.of(other), RequestKey.NONE).join());
      } while (!longAnswer.isDone());
      Outcome outcome = longAnswer.join();
      assertThat(outcome.count()).isEqualTo(300);
      // rounds tell when a change was made: a long request has the number of its first record
      assertThat(others)
          .anyMatch(
              other -> other.sequence() > outcome.sequence() && other.round() < outcome.round());
      // the item that the request still learnt from was replaced only afterwards
      assertThat(change.join().round()).isGreaterThanOrEqualTo(outcome.round());
      int seen = 300 + others.size();
      assertSame(TeachableCollectionTest.model(collection, seen), collection.replayedModel());
      collection.undo(outcome.sequence(), RequestKey.NONE).join();
      after = TeachableCollectionTest.model(collection, others.size());
      assertSame(after, collection.replayedModel());
      assertThat(collection.teach(wideComparisons(300), new RequestKey("long", 1)).join())
          .matches(Outcome::repeated);
    }
    try (TeachableCollection again = open()) {
      assertSame(again.exportModel(), after);
    }
  }

  @Test
  void aLongRequestThatWasNotFinishedCountsAsNeverMade() throws IOException {
    Model before;
    try (TeachableCollection collection = open()) {
      putItems(collection);
      collection
          .teach(List.of(Samples.comparison(new SplittableRandom(4), ITEMS)), RequestKey.NONE)
          .join();
      before = TeachableCollectionTest.model(collection, 1);
    }
    LogRecord part =
        new LogRecord.Taught(
            List.of(),
            List.of(new Comparison("wide0", SparseVector.EMPTY, "wide1", "wide2")),
            new RequestKey("long", 1),
            0,
            false);
    try (CollectionLog log = CollectionLog.open(folder, 0)) {
      log.append(List.of(RecordCodec.encode(part)));
    }
    for (int start = 0; start < 2; start++) {
      try (TeachableCollection collection = open()) {
        assertSame(TeachableCollectionTest.model(collection, 1), before);
        assertSame(collection.replayedModel(), before);
      }
    }
    try (TeachableCollection collection = open()) {
      Outcome again = collection.teach(wideComparisons(1), new RequestKey("long", 1)).join();
      assertThat(again.repeated()).isFalse();
      assertThat(again.round()).isEqualTo(2);
    }
  }

  @Test
  void aRequestWithTooMuchWorkIsRefusedBeforeItIsLogged() throws IOException {
    try (TeachableCollection collection =
        open(CollectionLimits.DEFAULT.withRequestWork(50_000_000))) {
      putItems(collection);
      long before = collection.sequence();
      assertThatThrownBy(() -> collection.teach(wideComparisons(100), RequestKey.NONE))
          .satisfies(e -> assertThat(((RefusedException) e).reason()).isEqualTo(Reason.TOO_LARGE))
          .hasMessageContaining("fewer per request");
      assertThat(collection.sequence()).isEqualTo(before);
    }
  }

  @Test
  void feedbackDuringAnUndoIsKept() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    try (TeachableCollection collection = open()) {
      putItems(collection);
      for (int k = 0; k < 20; k++) {
        collection.teach(List.of(Samples.comparison(random, ITEMS)), RequestKey.NONE).join();
      }
      List<CompletableFuture<Outcome>> answers = new ArrayList<>();
      for (int k = 0; k < 5; k++) {
        answers.add(collection.undo(new RequestKey("undo" + k % 4, 1)));
        answers.add(collection.teach(List.of(Samples.comparison(random, ITEMS)), RequestKey.NONE));
      }
      answers.forEach(CompletableFuture::join);
      // five more were taught, and four undone, since one key came twice
      assertSame(TeachableCollectionTest.model(collection, 21), collection.replayedModel());
    }
  }

  @Test
  void snapshotsAreDueAfterComparisonsWhetherInOneRequestOrManyAndTheCountSurvivesAStart()
      throws Exception {
    CollectionLimits often = CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(50);
    SplittableRandom random = new SplittableRandom(6);
    try (TeachableCollection collection = open(often)) {
      putItems(collection);
      List<ComparisonDraft> thirty = new ArrayList<>();
      for (int k = 0; k < 30; k++) {
        thirty.add(Samples.comparison(random, ITEMS));
      }
      collection.teach(thirty, RequestKey.NONE).join();
      copy(folder.resolve("killed"));
    }
    Path killed = folder.resolve("killed");
    assertThat(new SnapshotFiles(killed).numbers()).isEmpty();
    try (TeachableCollection collection =
        TeachableCollection.open(killed, CollectionSettings.DEFAULT, often)) {
      collection.teach(List.of(Samples.comparison(random, ITEMS)), RequestKey.NONE).join();
      // 20 items and 31 comparisons
      Await.until("a snapshot", () -> !new SnapshotFiles(killed).numbers().isEmpty());
      Await.until("its version", () -> !collection.versions().isEmpty());
    }
  }

  private void copy(Path to) throws IOException {
    Files.createDirectories(to);
    for (LogSegment segment : LogSegment.allFiles(folder)) {
      Files.copy(segment.file(), to.resolve(segment.file().getFileName()));
    }
  }
}
