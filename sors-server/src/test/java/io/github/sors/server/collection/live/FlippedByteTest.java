package io.github.sors.server.collection.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.RequestKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flips every byte of the log of a small collection, and some of its snapshot, one at a time: it
 * opens with all that was acknowledged, or it is refused, not touched, and repaired as far as the
 * log or a snapshot proves it.
 */
class FlippedByteTest {

  private static final int ITEMS = 3;
  private static final int BEFORE_SNAPSHOT = 3;
  private static final int ROUNDS = 5;

  @TempDir Path folder;

  private static TeachableCollection open(Path path) throws IOException {
    return TeachableCollection.open(path, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT);
  }

  private static ComparisonDraft comparison(int k) {
    return new ComparisonDraft(
        "item" + k % ITEMS, null, "item" + (k + 1) % ITEMS, "item" + (k + 2) % ITEMS);
  }

  private static List<ItemDraft> items() {
    List<ItemDraft> items = new ArrayList<>();
    for (int k = 0; k < ITEMS; k++) {
      NamedFeatures features =
          new NamedFeatures(new String[] {"f" + k, "f" + (k + 1)}, new float[] {1, 2});
      items.add(new ItemDraft("item" + k, "", "", features));
    }
    return items;
  }

  private static void teach(TeachableCollection collection, int from, int to) {
    for (int k = from; k < to; k++) {
      collection.teach(List.of(comparison(k)), RequestKey.NONE).join();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static List<Path> files(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.sorted().toList();
    }
  }

  private static byte[] everything(Path path) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Path file : files(path)) {
      all.write(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
      all.write(Files.readAllBytes(file));
    }
    return all.toByteArray();
  }

  /** The states after each number of rounds, for what a repair may lead to. */
  private List<Model> models() throws IOException {
    List<Model> models = new ArrayList<>();
    try (TeachableCollection collection = open(folder.resolve("models"))) {
      collection.put(items()).join();
      models.add(collection.exportModel());
      for (int k = 0; k < ROUNDS; k++) {
        teach(collection, k, k + 1);
        models.add(TeachableCollectionTest.model(collection, k + 1));
      }
    }
    return models;
  }

  @Test
  void ofAStoppedCollectionEveryByteIsMadeUpFor() throws IOException {
    Path stopped = folder.resolve("stopped");
    try (TeachableCollection collection = open(stopped)) {
      collection.put(items()).join();
      teach(collection, 0, ROUNDS);
    }
    // the snapshot or the log proves it all, whichever of them is damaged
    flipAll(stopped, ROUNDS);
  }

  @Test
  void ofAKilledCollectionAllThatIsProvenIsKept() throws IOException {
    Path killed = folder.resolve("killed");
    try (TeachableCollection collection = open(folder.resolve("running"))) {
      collection.put(items()).join();
      teach(collection, 0, BEFORE_SNAPSHOT);
    }
    try (TeachableCollection collection = open(folder.resolve("running"))) {
      teach(collection, BEFORE_SNAPSHOT, ROUNDS);
      copy(folder.resolve("running"), killed);
    }
    flipAll(killed, BEFORE_SNAPSHOT);
  }

  /**
   * Flips each byte in turn.
   *
   * @param atLeast the rounds that any repair has to keep
   */
  private void flipAll(Path original, int atLeast) throws IOException {
    List<Model> models = models();
    int number = 0;
    int refused = 0;
    for (Path file : files(original)) {
      byte[] bytes = Files.readAllBytes(file);
      boolean log = file.getFileName().toString().endsWith(".sorslog");
      for (int at = 0; at < bytes.length; at += log ? 7 : 97) {
        Path flipped = folder.resolve("flipped" + number++);
        copy(original, flipped);
        byte[] altered = bytes.clone();
        altered[at] ^= (byte) (1 << at % 8);
        Files.write(flipped.resolve(file.getFileName()), altered);
        String where = file.getFileName() + " at " + at;
        if (!opensWithEverything(flipped, models, where)) {
          refused++;
          TeachableCollection.repair(flipped);
          try (TeachableCollection repaired = open(flipped)) {
            int rounds = (int) repaired.learnt().progress().rounds();
            assertThat(rounds).as(where).isBetween(atLeast, ROUNDS);
            TeachableCollectionTest.assertSame(repaired.exportModel(), models.get(rounds));
            assertThat(repaired.index().size()).as(where).isEqualTo(ITEMS);
            teach(repaired, 0, 1);
          }
          assertSetAside(flipped, where);
        }
        delete(flipped);
      }
    }
    assertThat(refused).isPositive();
  }

  /** Whether a collection opens; if not, it is as it was. */
  private static boolean opensWithEverything(Path flipped, List<Model> models, String where)
      throws IOException {
    byte[] before = everything(flipped);
    try (TeachableCollection collection = open(flipped)) {
      assertThat(collection.learnt().progress().rounds()).as(where).isEqualTo(ROUNDS);
      TeachableCollectionTest.assertSame(collection.exportModel(), models.get(ROUNDS));
      assertThat(collection.index().size()).as(where).isEqualTo(ITEMS);
      return true;
    } catch (InvalidInputException e) {
      assertThat(Arrays.equals(before, everything(flipped))).as(where + " untouched").isTrue();
      assertThat(e).as(where).hasMessageContaining("repair");
      return false;
    }
  }

  private static void assertSetAside(Path flipped, String where) throws IOException {
    assertThat(files(flipped))
        .as(where)
        .anyMatch(file -> file.getFileName().toString().contains(".damaged-"));
  }

  private static void delete(Path path) throws IOException {
    for (Path file : files(path)) {
      Files.delete(file);
    }
    Files.delete(path);
  }
}
