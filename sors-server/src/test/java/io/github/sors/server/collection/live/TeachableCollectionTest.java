package io.github.sors.server.collection.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.encoder.EncoderModel;
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
import io.github.sors.server.collection.log.LogFrame;
import io.github.sors.server.collection.log.LogSegment;
import io.github.sors.server.collection.state.SnapshotFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TeachableCollectionTest {

  private static final int ITEMS = 12;

  @TempDir Path folder;

  private TeachableCollection open() throws IOException {
    return open(CollectionLimits.DEFAULT);
  }

  private TeachableCollection open(CollectionLimits limits) throws IOException {
    return TeachableCollection.open(folder, CollectionSettings.DEFAULT, limits);
  }

  private static Outcome teach(TeachableCollection collection, ComparisonDraft... comparisons) {
    return collection.teach(List.of(comparisons), RequestKey.NONE).join();
  }

  private static void fill(TeachableCollection collection, SplittableRandom random, int rounds) {
    collection.put(Samples.items(random, ITEMS)).join();
    for (int round = 0; round < rounds; round++) {
      teach(collection, Samples.comparison(random, ITEMS));
    }
  }

  /** Copies a collection as a crash would leave it: without the snapshot of a proper stop. */
  private static void copyLogs(Path from, Path to) throws IOException {
    for (LogSegment segment : LogSegment.all(from)) {
      Files.copy(segment.file(), to.resolve(segment.file().getFileName()));
    }
  }

  static void assertSame(Model actual, Model expected) {
    if (expected instanceof EncoderModel encoder) {
      assertSameRows((EncoderModel) actual, encoder);
    } else {
      assertSameEntries((BilinearModel) actual, (BilinearModel) expected);
    }
  }

  private static void assertSameRows(EncoderModel actual, EncoderModel expected) {
    int[] features = expected.queryTable().features();
    assertThat(actual.queryTable().features()).containsExactlyInAnyOrder(features);
    for (int feature : features) {
      assertThat(actual.queryRow(feature))
          .as("row %s", feature)
          .isEqualTo(expected.queryRow(feature));
    }
  }

  private static void assertSameEntries(BilinearModel actual, BilinearModel expected) {
    assertThat(actual.queryDimension()).isEqualTo(expected.queryDimension());
    assertThat(Arrays.equals(actual.columnArray(), expected.columnArray())).as("columns").isTrue();
    assertThat(Arrays.equals(actual.valueArray(), expected.valueArray())).as("values").isTrue();
  }

  /**
   * What was learnt once all comparisons and all features are published: under load that may take a
   * moment.
   */
  static Model model(TeachableCollection collection, long comparisons) {
    Await.until(
        comparisons + " comparisons and every feature are published",
        () ->
            published(collection) == comparisons
                && publishedFeatures(collection) == collection.featureCount());
    return collection.exportModel();
  }

  private static int publishedFeatures(TeachableCollection collection) {
    return collection.learnt().model().queryDimension();
  }

  /** The comparisons that were learnt and published. */
  private static long published(TeachableCollection collection) {
    return collection.learnt().progress().rounds();
  }

  @Test
  void aStartFromTheLogAloneGivesTheSameModelBitForBit(@TempDir Path crashed) throws IOException {
    Model before;
    try (TeachableCollection collection = open()) {
      fill(collection, new SplittableRandom(1), 60);
      before = model(collection, 60);
      copyLogs(folder, crashed);
    }
    try (TeachableCollection again =
        TeachableCollection.open(crashed, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT)) {
      assertThat(again.index().size()).isEqualTo(ITEMS);
      assertSame(model(again, 60), before);
    }
  }

  @Test
  void snapshotsInTheBackgroundAndAtTheStopLeadToTheSameModelAsTheLog() throws Exception {
    CollectionLimits often = CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(20);
    SplittableRandom random = new SplittableRandom(2);
    try (TeachableCollection collection = open(often)) {
      fill(collection, random, 100);
      awaitSnapshot();
    }
    for (int start = 0; start < 3; start++) {
      try (TeachableCollection collection = open(often)) {
        assertSame(model(collection, 100 + 10 * start), collection.replayedModel());
        for (int round = 0; round < 10; round++) {
          teach(collection, Samples.comparison(random, ITEMS));
        }
        assertSame(model(collection, 110 + 10 * start), collection.replayedModel());
      }
    }
    assertThat(new SnapshotFiles(folder).numbers()).hasSize(2);
  }

  /** Many features make a model large, since M starts as the identity. */
  @Test
  void aLargeModelIsPublishedBesidesAndIsTheSameAsFromTheLog() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    Set<String> publishers = ConcurrentHashMap.newKeySet();
    try (TeachableCollection collection =
        open(
            CollectionLimits.DEFAULT
                .withSize(100, 2_000_000)
                .withComparisonsBetweenSnapshots(40))) {
      for (int k = 0; k < 5; k++) {
        collection.put(List.of(new ItemDraft("wide" + k, "Wide", "", wide(k)))).join();
      }
      collection.addListener(model -> publishers.add(Thread.currentThread().getName()));
      fill(collection, random, 100);
      assertSame(model(collection, 100), collection.replayedModel());
      collection.undo(RequestKey.NONE).join();
      assertSame(model(collection, 99), collection.replayedModel());
    }
    assertThat(publishers).contains("sors-background");
    assertThat(new SnapshotFiles(folder).numbers()).isNotEmpty();
  }

  private static NamedFeatures wide(int item) {
    String[] names = new String[300_000];
    float[] values = new float[names.length];
    Arrays.setAll(names, k -> "wide" + item + "-" + k);
    Arrays.fill(values, 1);
    return new NamedFeatures(names, values);
  }

  private void awaitSnapshot() {
    Await.until(
        "a snapshot in the background", () -> !new SnapshotFiles(folder).numbers().isEmpty());
  }

  @Test
  void aDamagedSnapshotIsPassedOver() throws IOException {
    Model before;
    try (TeachableCollection collection = open()) {
      fill(collection, new SplittableRandom(3), 20);
      before = model(collection, 20);
    }
    long number = new SnapshotFiles(folder).numbers().get(0);
    Path file = folder.resolve(String.format(Locale.ROOT, "snapshot-%019d.items", number));
    flip(file, Files.size(file) / 2);
    try (TeachableCollection collection = open()) {
      assertSame(collection.exportModel(), before);
    }
  }

  @Test
  void aTornLastRecordIsCutOffAndReported() throws IOException {
    try (TeachableCollection collection = open()) {
      fill(collection, new SplittableRandom(4), 5);
    }
    removeSnapshots();
    Path log = LogSegment.all(folder).get(0).file();
    long whole = Files.size(log);
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(whole - 3);
    }
    try (CollectionLog opened = CollectionLog.open(folder, 0)) {
      assertThat(opened.cutOff()).contains("after record 6", "moved to");
      assertThat(opened.last()).isEqualTo(6);
    }
    try (TeachableCollection collection = open()) {
      assertThat(collection.learnt().progress().rounds()).isEqualTo(4);
      assertThat(teach(collection, Samples.comparison(new SplittableRandom(5), ITEMS)).round())
          .isEqualTo(5);
    }
  }

  @Test
  void everyWayToTearTheLastGroupLeavesTheRecordsBeforeIt() throws IOException {
    try (TeachableCollection collection = open()) {
      fill(collection, new SplittableRandom(6), 3);
    }
    removeSnapshots();
    Path log = LogSegment.all(folder).get(0).file();
    int start = (int) Files.size(log);
    byte[] payload = new byte[700];
    new SplittableRandom(14).nextBytes(payload);
    try (CollectionLog opened = CollectionLog.open(folder, 0)) {
      opened.append(List.of(payload, payload, payload));
    }
    byte[] longer = Files.readAllBytes(log);
    for (int end = start + 1; end < longer.length; end += 37) {
      int whole = (end - start) / (payload.length + LogFrame.HEADER);
      assertEndsWith(5 + whole, log, Arrays.copyOf(longer, end), "ends at " + end);
    }
    for (int sector = start / 512; sector <= longer.length / 512; sector++) {
      // sectors are written in any order, and a crash may leave out any of them
      byte[] torn = longer.clone();
      int from = Math.max(start, sector * 512);
      Arrays.fill(torn, from, Math.min(torn.length, (sector + 1) * 512), (byte) 0);
      if (from == start) {
        assertEndsWith(5, log, torn, "without sector " + sector);
      }
      Arrays.fill(torn, start, from, (byte) 0);
      assertEndsWith(5, log, torn, "without the sectors up to " + sector);
    }
  }

  private void assertEndsWith(long record, Path log, byte[] content, String how)
      throws IOException {
    Files.write(log, content);
    try (CollectionLog opened = CollectionLog.open(folder, 0)) {
      assertThat(opened.last()).as(how).isEqualTo(record);
    }
  }

  @Test
  void damageInTheMiddleStopsTheStartAndCanBeRepaired() throws IOException {
    try (TeachableCollection collection = open()) {
      fill(collection, new SplittableRandom(7), 30);
    }
    removeSnapshots();
    Path log = LogSegment.all(folder).get(0).file();
    flip(log, Files.size(log) / 2);
    assertThatThrownBy(this::open)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is damaged")
        .hasMessageContaining("set repair if");
    assertThat(TeachableCollection.repair(folder)).contains("kept the records up to");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().contains(".damaged-"))).hasSize(1);
    }
    try (TeachableCollection collection = open()) {
      assertThat(collection.learnt().progress().rounds()).isBetween(1L, 29L);
      assertSame(collection.exportModel(), collection.replayedModel());
    }
    assertThat(TeachableCollection.repair(folder)).contains("nothing to repair");
  }

  @Test
  void aMissingLogFileIsNoticed() throws IOException {
    try (TeachableCollection collection = open()) {
      fill(collection, new SplittableRandom(8), 5);
    }
    Files.delete(LogSegment.all(folder).get(0).file());
    assertThatThrownBy(this::open)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("put the missing");
  }

  @Test
  void aKeyedRequestThatIsSentAgainLearnsOnceEvenAfterARestart() throws IOException {
    RequestKey key = new RequestKey("abc", 17);
    SplittableRandom random = new SplittableRandom(9);
    ComparisonDraft comparison;
    Outcome first;
    try (TeachableCollection collection = open()) {
      fill(collection, random, 3);
      comparison = Samples.comparison(random, ITEMS);
      List<CompletableFuture<Outcome>> answers = new ArrayList<>();
      for (int k = 0; k < 20; k++) {
        answers.add(collection.teach(List.of(comparison), key));
      }
      answers.forEach(CompletableFuture::join);
      first = answers.get(0).join();
      assertThat(answers.stream().filter(answer -> !answer.join().repeated())).hasSize(1);
      assertThat(first.round()).isEqualTo(4);
    }
    try (TeachableCollection collection = open()) {
      Outcome again = collection.teach(List.of(comparison), key).join();
      assertThat(again).isEqualTo(first.again());
      assertThat(collection.learnt().progress().rounds()).isEqualTo(4);
      assertThatThrownBy(
              () -> collection.teach(List.of(comparison), new RequestKey("abc", 18)).join())
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.KEY_REUSED));
    }
  }

  private static Reason reason(Throwable e) {
    return ((RefusedException) (e instanceof CompletionException ? e.getCause() : e)).reason();
  }

  @Test
  void undoLeavesWhatWouldBeThereHadItNeverBeenSaid(@TempDir Path other) throws IOException {
    CollectionLimits often = CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(7);
    SplittableRandom random = new SplittableRandom(10);
    List<ComparisonDraft> comparisons = new ArrayList<>();
    for (int k = 0; k < 30; k++) {
      // queries by item alone, so that no feature is numbered on the way
      ComparisonDraft comparison = Samples.comparison(random, ITEMS);
      comparisons.add(new ComparisonDraft("item0", null, comparison.better(), comparison.worse()));
    }
    List<ItemDraft> items = Samples.items(new SplittableRandom(11), ITEMS);
    Model undone;
    try (TeachableCollection collection = open(often)) {
      collection.put(items).join();
      comparisons.subList(0, 20).forEach(comparison -> teach(collection, comparison));
      for (int k = 0; k < 5; k++) {
        Outcome outcome = collection.undo(RequestKey.NONE).join();
        assertThat(outcome.round()).isEqualTo(19 - k);
      }
      comparisons.subList(20, 30).forEach(comparison -> teach(collection, comparison));
      undone = model(collection, 25);
      assertSame(undone, collection.replayedModel());
    }
    try (TeachableCollection collection = open(often)) {
      assertSame(collection.exportModel(), undone);
    }
    try (TeachableCollection never =
        TeachableCollection.open(other, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT)) {
      never.put(items).join();
      comparisons.subList(0, 15).forEach(comparison -> teach(never, comparison));
      comparisons.subList(20, 30).forEach(comparison -> teach(never, comparison));
      assertSame(undone, model(never, 25));
    }
  }

  @Test
  void nothingToUndoAndUnknownItemsAreRefused() throws IOException {
    try (TeachableCollection collection = open()) {
      assertThatThrownBy(() -> collection.undo(RequestKey.NONE).join())
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.CONFLICT));
      assertThatThrownBy(() -> new ComparisonDraft(null, null, "b", "c"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("expected either an item or features as the query of a comparison");
      assertThatThrownBy(() -> teach(collection, new ComparisonDraft("a", null, "b", "c")))
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.UNKNOWN_ITEM));
      assertThatThrownBy(() -> collection.remove("a").join())
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.UNKNOWN_ITEM));
      assertThat(collection.learnt().progress().rounds()).isZero();
    }
  }

  @Test
  void removedItemsAreGoneAfterARestartToo() throws IOException {
    try (TeachableCollection collection = open()) {
      fill(collection, new SplittableRandom(12), 5);
      collection.remove("item3").join();
      assertThat(collection.item("item3")).isNull();
    }
    removeSnapshots();
    try (TeachableCollection collection = open()) {
      assertThat(collection.item("item3")).isNull();
      assertThat(collection.index().get("item3")).isEmpty();
      assertThat(collection.index().size()).isEqualTo(ITEMS - 1);
    }
  }

  @Test
  void aFullCollectionRefusesAndForgetsTheFeaturesOfWhatItRefused() throws IOException {
    CollectionLimits small = CollectionLimits.DEFAULT.withSize(12, 50);
    SplittableRandom random = new SplittableRandom(13);
    try (TeachableCollection collection = open(small)) {
      fill(collection, random, 2);
      int features = collection.featureCount();
      NamedFeatures many = Samples.features(new SplittableRandom(1), 10_000, 60);
      assertThatThrownBy(() -> collection.put(List.of(new ItemDraft("item0", "", "", many))).join())
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.FULL));
      assertThatThrownBy(
              () ->
                  collection
                      .put(List.of(new ItemDraft("new", "", "", Samples.features(random, 40, 3))))
                      .join())
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.FULL));
      assertThat(collection.featureCount()).isEqualTo(features);
    }
  }

  @Test
  void oneFolderBelongsToOneService() throws IOException {
    try (TeachableCollection collection = open()) {
      assertThat(collection.canUndo()).isFalse();
      assertThatThrownBy(this::open)
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("in use by another service");
    }
  }

  @Test
  void changesAfterTheStopAreRefused() throws IOException {
    TeachableCollection collection = open();
    collection.close();
    assertThatThrownBy(() -> collection.undo(RequestKey.NONE))
        .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.CLOSED));
  }

  private void removeSnapshots() throws IOException {
    SnapshotFiles snapshots = new SnapshotFiles(folder);
    for (long number : snapshots.numbers()) {
      snapshots.remove(number);
    }
  }

  private static void flip(Path file, long position) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(position);
      int value = bytes.read();
      bytes.seek(position);
      bytes.write(value ^ 0x40);
    }
  }
}
