package io.github.sors.server.collection.live;

import static io.github.sors.server.collection.live.TeachableCollectionTest.assertSame;
import static io.github.sors.server.collection.live.TeachableCollectionTest.model;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.CopiedCollection;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.ModelVersion;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.log.LogSegment;
import io.github.sors.server.collection.state.CollectionFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions, compaction, backup and restore. */
class HistoryTest {

  private static final int ITEMS = 12;

  @TempDir Path temporary;

  private final SplittableRandom random = new SplittableRandom(1);

  private Path folder() {
    return temporary.resolve("collection");
  }

  private static TeachableCollection open(Path path) throws IOException {
    return TeachableCollection.open(path, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT);
  }

  private void teach(TeachableCollection collection, int rounds) {
    for (int k = 0; k < rounds; k++) {
      collection.teach(List.of(Samples.comparison(random, ITEMS)), RequestKey.NONE).join();
    }
  }

  private static boolean anyFileContains(Path path, String text) throws IOException {
    byte[] wanted = text.getBytes(StandardCharsets.ISO_8859_1);
    String needle = new String(wanted, StandardCharsets.ISO_8859_1);
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(needle)) {
          return true;
        }
      }
    }
    return false;
  }

  private static float entry(Model model) {
    return ((BilinearModel) model).get(0, 1);
  }

  @Test
  void aRollbackBringsTheModelOfAVersionBack() throws IOException {
    Model then;
    try (TeachableCollection collection = open(folder())) {
      collection.put(Samples.items(random, ITEMS)).join();
      teach(collection, 10);
      then = model(collection, 10);
      long version = collection.markVersion("good").join().sequence();
      teach(collection, 5);
      collection.markVersion("bad").join();
      collection.put(List.of(new ItemDraft("late", "", "", Samples.features(random, 9, 3)))).join();
      teach(collection, 2);
      assertThat(collection.versions()).extracting(ModelVersion::name).contains("good", "bad");
      collection.rollback(version, RequestKey.NONE).join();
      assertThat(collection.versions()).extracting(ModelVersion::name).containsExactly("good");
      assertThat(collection.learnt().progress().rounds()).isEqualTo(10);
      // features of items and queries that came later keep their numbers
      assertThat(entry(collection.exportModel())).isEqualTo(entry(then));
      assertThat(collection.item("late")).isNotNull();
      assertSame(collection.exportModel(), collection.replayedModel());
      assertThatThrownBy(() -> collection.rollback(99, RequestKey.NONE).join())
          .hasMessageContaining("no version 99");
      teach(collection, 3);
      collection.undo(RequestKey.NONE).join();
      assertSame(model(collection, 12), collection.replayedModel());
    }
    try (TeachableCollection again = open(folder())) {
      assertThat(again.learnt().progress().rounds()).isEqualTo(12);
      assertThat(again.versions()).extracting(ModelVersion::name).containsExactly("good");
      assertSame(again.exportModel(), again.replayedModel());
    }
  }

  @Test
  void compactionErasesRemovedItemsFromTheDiskAndKeepsTheRest() throws IOException {
    Model before;
    try (TeachableCollection collection = open(folder())) {
      collection.put(Samples.items(random, ITEMS)).join();
      collection
          .put(
              List.of(
                  new ItemDraft("secret-id", "Secret title", "", Samples.features(random, 9, 3))))
          .join();
      teach(collection, 60);
      ComparisonDraft named = new ComparisonDraft("secret-id", null, "item1", "item2");
      collection.teach(List.of(named), RequestKey.NONE).join();
    }
    try (TeachableCollection collection = open(folder())) {
      collection.remove("secret-id").join();
      assertThat(anyFileContains(folder(), "ecret-id")).isTrue();
      before = collection.exportModel();
      assertThat(collection.compact().join().count()).isPositive();
      assertThat(anyFileContains(folder(), "ecret-id")).isFalse();
      assertThat(anyFileContains(folder(), "ecret title")).isFalse();
      assertThatThrownBy(() -> collection.undo(RequestKey.NONE).join())
          .hasMessageContaining("no feedback that can be undone");
      assertSame(collection.replayedModel(), before);
    }
    for (int start = 0; start < 3; start++) {
      try (TeachableCollection collection = open(folder())) {
        if (start == 0) {
          assertSame(collection.exportModel(), before);
        }
        assertThat(collection.index().size()).isEqualTo(ITEMS);
        teach(collection, 5);
        collection.undo(RequestKey.NONE).join();
        assertSame(model(collection, 65 + 4L * start), collection.replayedModel());
      }
    }
    assertThat(TeachableCollection.repair(folder())).contains("nothing to repair");
  }

  @Test
  void aBackupThatIsMadeWhileOthersTeachIsConsistentAndCanBeRestored() throws Exception {
    Path backup = temporary.resolve("backup");
    AtomicBoolean stop = new AtomicBoolean();
    long sequence;
    try (TeachableCollection collection = open(folder())) {
      collection.put(Samples.items(random, ITEMS)).join();
      teach(collection, 30);
      SplittableRandom others = random.split();
      Thread teacher =
          new Thread(
              () -> {
                while (!stop.get()) {
                  collection
                      .teach(List.of(Samples.comparison(others, ITEMS)), RequestKey.NONE)
                      .join();
                }
              });
      teacher.start();
      try {
        sequence = collection.backup(backup).join().sequence();
        assertThatThrownBy(() -> collection.backup(backup).join())
            .hasMessageContaining("exists already");
      } finally {
        stop.set(true);
        teacher.join();
      }
    }
    assertThat(sequence).isGreaterThanOrEqualTo(32);
    Path restored = temporary.resolve("restored");
    assertThat(TeachableCollection.restore(backup, restored).sequence()).isEqualTo(sequence);
    try (TeachableCollection collection = open(restored)) {
      assertThat(collection.sequence()).isEqualTo(sequence);
      assertSame(collection.exportModel(), collection.replayedModel());
    }
    assertThatThrownBy(() -> TeachableCollection.restore(backup, restored))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("exists already");
    Path log = LogSegment.all(backup).get(0).file();
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length / 2] ^= 1;
    Files.write(log, bytes);
    assertThatThrownBy(() -> TeachableCollection.restore(backup, temporary.resolve("damaged")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("damaged");
    assertThat(temporary.resolve("damaged")).doesNotExist();
  }

  @Test
  void aStoppedCollectionIsBackedUpFromItsFolderAndOneInUseIsNot() throws IOException {
    Path backup = temporary.resolve("backup");
    Model before;
    try (TeachableCollection collection = open(folder())) {
      collection.put(Samples.items(random, ITEMS)).join();
      teach(collection, 20);
      before = model(collection, 20);
      assertThatThrownBy(() -> TeachableCollection.backup(folder(), backup))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("in use");
    }
    CopiedCollection copied = TeachableCollection.backup(folder(), backup);
    assertThat(copied.sequence()).isEqualTo(22);
    assertThat(copied.files()).isPositive();
    try (TeachableCollection copy = open(backup)) {
      assertSame(copy.exportModel(), before);
    }
    for (Path none : List.of(temporary.resolve("none"), temporary)) {
      assertThatThrownBy(() -> TeachableCollection.backup(none, temporary.resolve("other")))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageMatching(".*no(t a)? collection.*");
    }
    assertThat(temporary.resolve("none")).doesNotExist();
    assertThat(temporary.resolve("other")).doesNotExist();
  }

  @Test
  void aBackupWhoseSnapshotCannotBeReadIsRefusedWhereTheLogNeedsIt() throws IOException {
    Path backup = temporary.resolve("backup");
    try (TeachableCollection collection = open(folder())) {
      collection.put(Samples.items(random, ITEMS)).join();
      teach(collection, 5);
      collection.compact().join();
      teach(collection, 5);
      collection.backup(backup).join();
    }
    assertThat(TeachableCollection.restore(backup, temporary.resolve("good")).files()).isPositive();
    List<Path> checkpoints;
    try (Stream<Path> files = Files.list(backup)) {
      checkpoints = files.filter(file -> file.toString().endsWith(".checkpoint")).toList();
    }
    for (Path checkpoint : checkpoints) {
      byte[] bytes = Files.readAllBytes(checkpoint);
      bytes[bytes.length / 2] ^= 1;
      Files.write(checkpoint, bytes);
    }
    assertThatThrownBy(() -> TeachableCollection.restore(backup, temporary.resolve("damaged")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("no snapshot of it can be read");
    try (Stream<Path> files = Files.list(temporary)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("nothing is left of the copy")
          .containsExactlyInAnyOrder("collection", "backup", "good");
    }
  }

  @Test
  void whatInterruptedWritesLeftIsRemovedAtTheStart() throws IOException {
    try (TeachableCollection collection = open(folder())) {
      collection.put(Samples.items(random, ITEMS)).join();
    }
    Path temporaryFile = folder().resolve(".snapshot-0000000000000000007.items.1f.tmp");
    Path half = folder().resolve("snapshot-0000000000000000007.items");
    Files.writeString(temporaryFile, "half");
    Files.writeString(half, "no learner beside it");
    try (TeachableCollection collection = open(folder())) {
      assertThat(temporaryFile).doesNotExist();
      assertThat(half).doesNotExist();
      assertThat(collection.index().size()).isEqualTo(ITEMS);
    }
  }

  @Test
  void pagesOfItemsCoverAllOfThemInOrder() throws IOException {
    try (TeachableCollection collection = open(folder())) {
      collection.put(Samples.items(random, ITEMS)).join();
      String after = null;
      int count = 0;
      for (List<StoredItem> page = collection.items(after, 5);
          !page.isEmpty();
          page = collection.items(after, 5)) {
        for (StoredItem item : page) {
          assertThat(after == null || item.id().compareTo(after) > 0).isTrue();
          after = item.id();
          count++;
        }
      }
      assertThat(count).isEqualTo(ITEMS);
    }
  }

  @Test
  void aLogWithoutRecordsIsNotCopied() throws IOException {
    CollectionFolder.open(folder(), CollectionLimits.DEFAULT).close();
    Path copy = temporary.resolve("copy");
    for (ThrowingCallable copying :
        List.<ThrowingCallable>of(
            () -> TeachableCollection.backup(folder(), copy),
            () -> TeachableCollection.restore(folder(), copy))) {
      assertThatThrownBy(copying)
          .isInstanceOf(InvalidInputException.class)
          .hasMessageEndingWith(
              "expected a log with records, found an empty one: there is nothing to copy");
    }
    assertThat(copy).doesNotExist();
  }
}
