package io.github.sors.server.collection.live;

import static io.github.sors.server.collection.live.TeachableCollectionTest.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.index.IndexHit;
import io.github.sors.index.ItemFilter;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.InitialRows;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.RefusedException;
import io.github.sors.server.collection.RefusedException.Reason;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.ServedModel;
import io.github.sors.server.collection.state.SnapshotFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collections that learn an encoder do all that those of a matrix do. */
class EncoderCollectionTest {

  private static final int ITEMS = 12;
  private static final int K = 16;

  @TempDir Path folder;

  private static CollectionSettings settings(Map<String, String> options) {
    return new CollectionSettings("encoder", options, "standard");
  }

  private static final CollectionSettings SMALL = settings(Map.of("k", Integer.toString(K)));

  private TeachableCollection open(CollectionSettings settings, CollectionLimits limits)
      throws IOException {
    return TeachableCollection.open(folder.resolve("collection"), settings, limits);
  }

  private TeachableCollection open() throws IOException {
    return open(SMALL, CollectionLimits.DEFAULT);
  }

  private static void teach(TeachableCollection collection, SplittableRandom random, int count) {
    for (int k = 0; k < count; k++) {
      collection.teach(List.of(Samples.comparison(random, ITEMS)), RequestKey.NONE).join();
    }
  }

  private static Model model(TeachableCollection collection, long comparisons) {
    return TeachableCollectionTest.model(collection, comparisons);
  }

  @Test
  void aSearchFindsWhatTheEncoderScoresHighestToTheLastBit() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (TeachableCollection collection = open()) {
      collection.put(Samples.items(random, ITEMS)).join();
      teach(collection, random, 30);
      model(collection, 30);
      collection
          .put(List.of(new ItemDraft("late", "", "", Samples.features(random, 40, 6))))
          .join();
      collection.remove("item3").join();
      assertThat(collection.learnt().served().strongestPairs(3)).hasSize(3);
      Model learnt = collection.learnt().model();
      for (String id : List.of("item0", "late")) {
        SparseVector query = collection.item(id).vector();
        List<IndexHit> hits = collection.search(query, ItemFilter.exceptIds(List.of(id)), 100);
        assertThat(hits).hasSize(ITEMS - 1);
        double before = Double.POSITIVE_INFINITY;
        for (IndexHit hit : hits) {
          assertThat(hit.score())
              .isEqualTo(learnt.score(query, collection.item(hit.id()).vector()))
              .isLessThanOrEqualTo(before);
          before = hit.score();
        }
      }
      assertThat(
              collection.search(
                  collection.item("late").vector(), ItemFilter.labels(List.of("class0")), 100))
          .extracting(IndexHit::label)
          .containsOnly("class0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.01"})
  void snapshotsUndosVersionsAndStartsLeadToTheSameModelAsTheLog(String lambda) throws Exception {
    CollectionSettings settings = settings(Map.of("k", "16", "lambda", lambda));
    CollectionLimits often = CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(20);
    SplittableRandom random = new SplittableRandom(2);
    Model learnt;
    try (TeachableCollection collection = open(settings, often)) {
      collection.put(Samples.items(random, ITEMS)).join();
      teach(collection, random, 60);
      Model before = model(collection, 60);
      teach(collection, random, 5);
      for (int k = 0; k < 5; k++) {
        collection.undo(RequestKey.NONE).join();
      }
      assertSame(model(collection, 60), before);
      long version = collection.markVersion("then").join().sequence();
      teach(collection, random, 20);
      collection.rollback(version, RequestKey.NONE).join();
      assertSame(model(collection, 60), before);
      teach(collection, random, 7);
      learnt = model(collection, 67);
      assertSame(learnt, collection.replayedModel());
    }
    try (TeachableCollection again = open(settings, often)) {
      assertSame(model(again, 67), learnt);
      assertSame(again.replayedModel(), learnt);
      again.backup(folder.resolve("backup")).join();
      again.compact().join();
      assertSame(again.replayedModel(), learnt);
    }
    TeachableCollection.restore(folder.resolve("backup"), folder.resolve("restored"));
    try (TeachableCollection restored =
        TeachableCollection.open(folder.resolve("restored"), SMALL, often)) {
      assertSame(model(restored, 67), learnt);
    }
  }

  private Path trained(int k, long seed) throws IOException {
    EncoderLearner learner =
        new EncoderLearner(EncoderOptions.DEFAULT.withDimensions(k).withSeed(seed));
    SplittableRandom random = new SplittableRandom(9);
    for (int round = 0; round < 50; round++) {
      learner.learn(new Triplet(vector(random), vector(random), vector(random)));
    }
    List<String> names = new ArrayList<>();
    for (int feature = 0; feature < learner.snapshot().queryDimension(); feature++) {
      names.add("word" + feature);
    }
    Path file = folder.resolve("encoder.sors");
    ModelFile.write(learner.snapshot().withFeatureNames(names), file);
    return file;
  }

  private static SparseVector vector(SplittableRandom random) {
    float[] values = new float[20];
    for (int k = 0; k < 5; k++) {
      values[random.nextInt(values.length)] = 1;
    }
    return SparseVector.ofDense(values);
  }

  @Test
  void aCollectionStartsFromAnEncoderWithItsLengthAndSeed() throws IOException {
    Path file = trained(8, 77);
    EncoderModel given = (EncoderModel) ModelFile.read(file);
    CollectionSettings settings = settings(Map.of());
    SplittableRandom random = new SplittableRandom(3);
    Model learnt;
    try (TeachableCollection collection =
        TeachableCollection.open(
            folder.resolve("collection"), settings, file, CollectionLimits.DEFAULT)) {
      assertThat(collection.settings().options())
          .containsEntry("k", "8")
          .containsEntry("seed", "77");
      assertSame(collection.exportModel(), given);
      collection.put(Samples.items(random, ITEMS)).join();
      SparseVector query = collection.item("item0").vector();
      assertThat(collection.search(query, ItemFilter.ALL, 1).get(0).score())
          .as("features are met by name")
          .isEqualTo(collection.learnt().model().score(query, query));
      teach(collection, random, 30);
      learnt = model(collection, 30);
      assertSame(learnt, collection.replayedModel());
      assertThat(((EncoderModel) learnt).queryRow(0)).isNotEqualTo(given.queryRow(0));
    }
    try (TeachableCollection again =
        TeachableCollection.open(
            folder.resolve("collection"), settings, file, CollectionLimits.DEFAULT)) {
      assertSame(model(again, 30), learnt);
    }
  }

  @Test
  void aModelOfAnotherKindOrLengthIsRefused() throws IOException {
    Path encoder = trained(8, 77);
    assertThatThrownBy(() -> start(encoder, CollectionSettings.DEFAULT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is an encoder, but adasors-2 learns a matrix");
    assertThatThrownBy(() -> start(encoder, SMALL))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("k 8 and seed 77")
        .hasMessageContaining("k 16");
    EncoderOptions identity = EncoderOptions.DEFAULT.withDimensions(8).withSeed(77);
    Path ofIdentity = folder.resolve("identity.sors");
    ModelFile.write(
        new EncoderLearner(identity.withInit(InitialRows.IDENTITY)).snapshot(), ofIdentity);
    assertThatThrownBy(() -> start(ofIdentity, settings(Map.of())))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("started as the identity");
    assertThatThrownBy(() -> settings(Map.of("init", "identity")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected init random, found identity");
    Path matrix = folder.resolve("matrix.sors");
    ModelFile.write(
        BilinearModel.ofRows(2, 2, new long[] {0, 1, 2}, new int[] {0, 1}, new float[] {1, 1}),
        matrix);
    assertThatThrownBy(() -> start(matrix, SMALL))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("has a matrix");
  }

  private void start(Path model, CollectionSettings settings) throws IOException {
    TeachableCollection.open(folder.resolve("refused"), settings, model, CollectionLimits.DEFAULT)
        .close();
  }

  /** A row takes 4k bytes, and every new feature of a comparison needs one. */
  @Test
  void feedbackWhoseRowsMightNotFitIsRefusedAndNotLogged() throws IOException {
    CollectionSettings long256 = settings(Map.of("k", "256"));
    CollectionLimits tight = CollectionLimits.DEFAULT.withMemory(64 << 20, 4 << 20);
    try (TeachableCollection collection = open(long256, tight)) {
      for (int k = 0; k < 6; k++) {
        String[] names = new String[1000];
        float[] values = new float[1000];
        for (int feature = 0; feature < 1000; feature++) {
          names[feature] = "own" + k + "-" + feature;
          values[feature] = 1;
        }
        collection
            .put(List.of(new ItemDraft("wide" + k, "", "", new NamedFeatures(names, values))))
            .join();
      }
      ComparisonDraft first = new ComparisonDraft("wide0", null, "wide1", "wide2");
      collection.teach(List.of(first), RequestKey.NONE).join();
      long before = collection.sequence();
      assertThatThrownBy(
              () ->
                  collection
                      .teach(
                          List.of(new ComparisonDraft("wide3", null, "wide4", "wide5")),
                          RequestKey.NONE)
                      .join())
          .isInstanceOf(CompletionException.class)
          .satisfies(
              e -> assertThat(((RefusedException) e.getCause()).reason()).isEqualTo(Reason.FULL))
          .hasMessageContaining("MiB");
      assertThat(collection.sequence()).isEqualTo(before);
      // rows that are there cost nothing more
      for (int k = 0; k < 20; k++) {
        collection.teach(List.of(first), RequestKey.NONE).join();
      }
      assertThat(collection.modelBytes()).isBetween(3_000_000L, tight.matrixBytes());
    }
  }

  @Test
  void theMemoryOfItemsCountsTheirEncodings() throws IOException {
    CollectionLimits tight = CollectionLimits.DEFAULT.withMemory(100_000, 64 << 20);
    SplittableRandom random = new SplittableRandom(4);
    try (TeachableCollection collection = open(settings(Map.of("k", "1024")), tight)) {
      assertThatThrownBy(() -> collection.put(Samples.items(random, ITEMS)).join())
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("its items may take");
      collection.put(Samples.items(random, 10)).join();
    }
  }

  @Test
  void theUntrainedEncoderIsServedWhileWhatWasLearntIsWorse() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    CollectionSettings settings = settings(Map.of("k", "64"));
    try (TeachableCollection collection = open(settings, CollectionLimits.DEFAULT)) {
      collection.put(NeverWorseTest.items()).join();
      Model start = collection.learnt().model();
      NeverWorseTest.teach(collection, random, false, 40);
      NeverWorseTest.contradict(collection, random);
      SparseVector query = collection.item("item0").vector();
      List<IndexHit> hits = collection.search(query, ItemFilter.ALL, 100);
      assertThat(hits).hasSize(NeverWorseTest.ITEMS);
      for (IndexHit hit : hits) {
        assertThat(hit.score()).isEqualTo(start.score(query, collection.item(hit.id()).vector()));
      }
      NeverWorseTest.teach(collection, random, false, 1000);
      NeverWorseTest.teach(collection, random, false, 1000);
      NeverWorseTest.awaitServed(collection, false);
      assertThat(collection.quality().learntRight())
          .isGreaterThan(collection.quality().startRight() + 0.3);
    }
  }

  /** Where the learner's file is of another algorithm, the log alone is used. */
  @Test
  void aSnapshotOfAnotherAlgorithmIsPassedOver() throws IOException {
    Path other = folder.resolve("other");
    Path own = folder.resolve("collection");
    try (TeachableCollection matrix =
        TeachableCollection.open(other, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT)) {
      matrix.put(Samples.items(new SplittableRandom(6), ITEMS)).join();
    }
    Model before;
    SplittableRandom random = new SplittableRandom(6);
    try (TeachableCollection collection = open()) {
      collection.put(Samples.items(random, ITEMS)).join();
      before = collection.exportModel();
    }
    long number = new SnapshotFiles(own).numbers().get(0);
    assertThat(new SnapshotFiles(other).numbers()).contains(number);
    String name = String.format("snapshot-%019d.checkpoint", number);
    Files.delete(own.resolve(name));
    Files.copy(other.resolve(name), own.resolve(name));
    try (TeachableCollection collection = open()) {
      assertSame(collection.exportModel(), before);
    }
  }

  @Test
  void batchesAreRefusedSinceComparisonsComeOneByOne() {
    assertThatThrownBy(() -> settings(Map.of("batch", "50")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("one comparison at a time");
  }

  @Test
  void itsFiguresAndPairsAreThoseOfTheRows() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    CollectionSettings settings = settings(Map.of("k", "16"));
    try (TeachableCollection collection = open(settings, CollectionLimits.DEFAULT)) {
      collection.put(Samples.items(random, ITEMS)).join();
      assertThat(collection.learnt().served().nonZeros()).isZero();
      assertThat(collection.learnt().served().sparsity()).isZero();
      teach(collection, random, 20);
      EncoderModel learnt = (EncoderModel) model(collection, 20);
      ServedModel served = collection.learnt().served();
      assertThat(served.sparsity()).isZero();
      assertThat(served.nonZeros()).isPositive().isEqualTo(16L * learnt.learntQueryFeatures());
    }
  }
}
