package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.index.IndexFile;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.ItemFilter;
import io.github.sors.index.VectorIndex;
import io.github.sors.index.WeightedQuery;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.live.TeachableCollection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of every kind that released versions wrote, and what was in them: later versions must read
 * them. {@code -Dsors.writeCompatibilityFiles=VERSION} writes the files of a release;
 * docs/reference/files.md says when.
 *
 * <p>{@code expected.txt} of a release has one line per value: a name and a number.
 */
class CompatibilityTest {

  private static final Path RELEASES = Path.of("src/test/resources/compatibility");
  private static final String WRITE = "sors.writeCompatibilityFiles";
  private static final int FEATURES = 30;
  private static final List<String> LEARNERS = List.of("sors-1", "adasors-2", "encoder");

  @TempDir Path folder;

  @TestFactory
  List<DynamicContainer> everyReleaseCanBeRead() throws IOException {
    List<DynamicContainer> releases = new ArrayList<>();
    try (Stream<Path> found = Files.list(RELEASES)) {
      for (Path release : found.sorted().toList()) {
        Map<String, Double> expected = new TreeMap<>();
        for (String line : Files.readAllLines(release.resolve("expected.txt"))) {
          int blank = line.lastIndexOf(' ');
          expected.put(line.substring(0, blank), Double.valueOf(line.substring(blank + 1)));
        }
        Path copy = folder.resolve(release.getFileName().toString());
        releases.add(
            DynamicContainer.dynamicContainer(
                copy.getFileName().toString(),
                List.of(
                    DynamicTest.dynamicTest(
                        "values",
                        () -> {
                          copy(release, copy);
                          assertEqual(values(copy), expected);
                        }))));
      }
    }
    assertThat(releases).as("0.1.0 at least").isNotEmpty();
    return releases;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sors-1.sors",
        "encoder.checkpoint",
        "items.index",
        "collection/log-0000000000000000001.sorslog"
      })
  void aFileOfALaterFormatIsRejectedAndSaysSo(String name) throws IOException {
    Path copy = folder.resolve("later");
    copy(RELEASES.resolve("0.1.0"), copy);
    Path file = copy.resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    if (name.endsWith(".sorslog")) {
      // SORSLOG1
      bytes[7] = '2';
      // with a snapshot, the log alone is not read to the end
      deleteSnapshots(copy.resolve("collection"));
    } else {
      // after the magic of eight bytes
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 99);
    }
    Files.write(file, bytes);

    assertThatThrownBy(() -> values(copy))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(file.getFileName().toString())
        .hasMessageContaining("version")
        .hasMessageContaining("the version that wrote it");
    assertThat(Files.readAllBytes(file)).as("it is left as it is").isEqualTo(bytes);
  }

  @Test
  void theFilesOfTheReleasesAreSmall() throws IOException {
    try (Stream<Path> files = Files.walk(RELEASES)) {
      long bytes = 0;
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
      assertThat(bytes).isBetween(10_000L, 500_000L);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = WRITE, matches = "\\d.*")
  void writeTheFilesOfThisVersion() throws IOException {
    Path release = Files.createDirectories(RELEASES.resolve(System.getProperty(WRITE)));
    write(release);
    Path copy = folder.resolve("written");
    copy(release, copy);
    Files.write(
        release.resolve("expected.txt"),
        values(copy).entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }

  private static List<SparseVector> vectors(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<SparseVector> vectors = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      int[] features = random.ints(0, FEATURES).distinct().limit(5).sorted().toArray();
      float[] values = new float[features.length];
      for (int k = 0; k < values.length; k++) {
        values[k] = (1 + random.nextInt(8)) / 8f;
      }
      vectors.add(SparseVector.of(features, values));
    }
    return vectors;
  }

  private static List<Triplet> triplets(int count, long seed) {
    List<SparseVector> vectors = vectors(3 * count, seed);
    List<Triplet> triplets = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      triplets.add(new Triplet(vectors.get(3 * k), vectors.get(3 * k + 1), vectors.get(3 * k + 2)));
    }
    return triplets;
  }

  private static void write(Path release) throws IOException {
    for (String learner : LEARNERS) {
      OnlineLearner learning =
          Learners.create(learner, learner.equals("encoder") ? Map.of("k", "8") : Map.of());
      triplets(60, 1).forEach(learning::learn);
      ModelFile.write(learning.snapshot(), release.resolve(learner + ".sors"));
      new Checkpoint(learning, Map.of("data", "made up"))
          .write(release.resolve(learner + ".checkpoint"));
    }
    List<SparseVector> rows = vectors(12, 2);
    VectorIndex index = new VectorIndex();
    for (int row = 0; row < rows.size(); row++) {
      index.put(new IndexedItem("row " + row, rows.get(row), "class " + row % 3));
    }
    IndexFile.write(index.view(), Normalization.L2, release.resolve("items.index"));
    writeCollection(release.resolve("collection"), release.resolve("backup"));
  }

  private static void writeCollection(Path path, Path backup) throws IOException {
    try (TeachableCollection collection = open(path)) {
      List<ItemDraft> items = new ArrayList<>();
      List<SparseVector> rows = vectors(9, 3);
      for (int row = 0; row < rows.size(); row++) {
        items.add(
            new ItemDraft("item " + row, "Title " + row, "class " + row % 3, named(rows.get(row))));
      }
      collection.put(items).join();
      collection.remove("item 8").join();
      List<SparseVector> queries = vectors(20, 4);
      for (int k = 0; k < queries.size(); k++) {
        collection
            .teach(
                List.of(
                    new ComparisonDraft(
                        null, named(queries.get(k)), "item " + k % 4, "item " + (4 + k % 4))),
                new RequestKey("key " + k, k))
            .join();
      }
      collection.undo(RequestKey.NONE).join();
      collection.markVersion("first").join();
      collection.backup(backup).join();
    }
  }

  private static NamedFeatures named(SparseVector vector) {
    String[] names = new String[vector.size()];
    float[] values = new float[vector.size()];
    for (int k = 0; k < names.length; k++) {
      names[k] = "word" + vector.index(k);
      values[k] = vector.value(k);
    }
    return new NamedFeatures(names, values);
  }

  private static TeachableCollection open(Path path) throws IOException {
    return TeachableCollection.open(path, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT);
  }

  /** Reads everything and returns what it contains. */
  private static Map<String, Double> values(Path release) throws IOException {
    Map<String, Double> values = new TreeMap<>();
    for (String learner : LEARNERS) {
      putScores(values, learner + ".sors", ModelFile.read(release.resolve(learner + ".sors")));
      OnlineLearner learning = Checkpoint.read(release.resolve(learner + ".checkpoint")).learner();
      putScores(values, learner + ".checkpoint", learning.snapshot());
      double loss = 0;
      for (Triplet triplet : triplets(20, 5)) {
        loss += learning.learn(triplet);
      }
      values.put(learner + ".checkpoint loss of further rounds", loss);
    }
    IndexFile.Content index = IndexFile.read(release.resolve("items.index"));
    putHits(
        values,
        "items.index",
        index
            .index()
            .search(WeightedQuery.of(index.normalization().apply(vectors(1, 6).get(0))), 5));
    putCollection(values, "collection", release.resolve("collection"));
    Path restored = release.resolve("restored");
    TeachableCollection.restore(release.resolve("backup"), restored);
    putCollection(values, "backup", restored);
    return values;
  }

  private static void putScores(Map<String, Double> values, String name, Model model) {
    List<SparseVector> queries = vectors(6, 7);
    for (int k = 0; k + 1 < queries.size(); k++) {
      values.put(name + " score " + k, model.score(queries.get(k), queries.get(k + 1)));
    }
  }

  private static void putHits(Map<String, Double> values, String name, List<IndexHit> hits) {
    for (IndexHit hit : hits) {
      values.put(name + " " + hit.id() + ", " + hit.label(), hit.score());
    }
  }

  private static void putCollection(Map<String, Double> values, String name, Path path)
      throws IOException {
    try (TeachableCollection collection = open(path)) {
      values.put(name + " records", (double) collection.sequence());
      values.put(name + " rounds", (double) collection.learnt().progress().rounds());
      values.put(name + " items", (double) collection.items().size());
      for (StoredItem item : collection.items()) {
        values.put(
            name + " " + item.id() + ", " + item.title() + ", " + item.label(),
            item.vector().squaredNorm());
      }
      values.put(name + " versions", (double) collection.versions().size());
      SparseVector query = collection.queryVector(named(vectors(1, 8).get(0)));
      putScores(values, name, collection.exportModel());
      for (IndexHit hit : collection.search(query, ItemFilter.ALL, 3)) {
        values.put(name + " hit " + hit.id(), hit.score());
      }
    }
  }

  private static void assertEqual(Map<String, Double> found, Map<String, Double> expected) {
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    // a later version may add in another order
    expected.forEach(
        (name, value) ->
            assertThat(found.get(name))
                .as(name)
                .isCloseTo(value, within(1e-5 * (1 + Math.abs(value)))));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  private static void deleteSnapshots(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith("snapshot-")) {
          Files.delete(file);
        }
      }
    }
  }
}
