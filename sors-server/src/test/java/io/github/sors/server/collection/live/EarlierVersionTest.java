package io.github.sors.server.collection.live;

import static io.github.sors.server.collection.live.TeachableCollectionTest.assertSame;
import static io.github.sors.server.collection.live.TeachableCollectionTest.model;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.io.ModelFile;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Collections that an earlier version wrote, one stopped and one killed, with the models that it
 * served: 9 items, of which one was removed and one replaced; 80 comparisons and two that were
 * undone; every fourth with a key. The killed one started from the model of the other.
 */
class EarlierVersionTest {

  private static final int ROUNDS = 80;

  @TempDir Path temporary;

  private static Path resource(String name) {
    return Path.of("src/test/resources/io/github/sors/server/collection/earlier-version", name);
  }

  private Path copyOf(String name) throws IOException {
    Path copy = Files.createDirectories(temporary.resolve(name));
    try (Stream<Path> files = Files.list(resource(name))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  private static TeachableCollection open(Path folder) throws IOException {
    return TeachableCollection.open(folder, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT);
  }

  private static void assertNothingLost(TeachableCollection collection, String name)
      throws IOException {
    assertThat(collection.sequence()).isEqualTo(86);
    assertThat(collection.learnt().progress().rounds()).isEqualTo(ROUNDS);
    assertThat(collection.items().stream().map(StoredItem::id))
        .containsExactlyInAnyOrder(
            "item 0", "item 1", "item 2", "item 3", "item 4", "item 5", "item 6", "item 7");
    assertThat(collection.item("item 0").title()).isEqualTo("New title");
    assertThat(collection.item("item 3").label()).isEqualTo("odd");
    BilinearModel served = ModelFile.readMatrix(resource(name + ".sors"));
    assertSame(collection.exportModel(), served);
    assertThat(collection.exportModel().queryFeatures()).isEqualTo(served.queryFeatures());
  }

  @ParameterizedTest
  @ValueSource(strings = {"stopped", "killed"})
  void nothingIsLostAndTheCollectionGoesOn(String name) throws IOException {
    Path folder = copyOf(name);
    try (TeachableCollection collection = open(folder)) {
      assertNothingLost(collection, name);
      assertSame(collection.replayedModel(), collection.exportModel());
      ComparisonDraft last =
          new ComparisonDraft(
              null, new NamedFeatures(new String[] {"x"}, new float[] {1}), "item 1", "item 2");
      RequestKey known = new RequestKey("key-76", 76);
      assertThat(collection.teach(List.of(last), known).join().repeated()).isTrue();
      assertThatThrownBy(() -> collection.teach(List.of(last), new RequestKey("key-76", 77)).join())
          .hasMessageContaining("key");
      collection.teach(List.of(last), RequestKey.NONE).join();
      collection.undo(RequestKey.NONE).join();
      collection.undo(RequestKey.NONE).join();
      assertSame(model(collection, ROUNDS - 1), collection.replayedModel());
    }
    try (TeachableCollection again = open(folder)) {
      assertThat(again.learnt().progress().rounds()).isEqualTo(ROUNDS - 1);
      assertSame(again.exportModel(), again.replayedModel());
    }
  }

  @Test
  void halfARecordAtTheEndIsCutOffAndTheRestIsThere() throws IOException {
    Path folder = copyOf("killed");
    Path log = folder.resolve("log-0000000000000000085.sorslog");
    byte[] records = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(records, records.length - 10));
    try (TeachableCollection collection = open(folder)) {
      assertThat(collection.sequence()).isEqualTo(85);
      assertThat(collection.learnt().progress().rounds()).isEqualTo(ROUNDS - 1);
      assertSame(collection.exportModel(), collection.replayedModel());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stopped", "killed"})
  void theLogAloneIsEnough(String name) throws IOException {
    Path folder = copyOf(name);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith("snapshot-")) {
          Files.delete(file);
        }
      }
    }
    try (TeachableCollection collection = open(folder)) {
      assertNothingLost(collection, name);
    }
  }
}
