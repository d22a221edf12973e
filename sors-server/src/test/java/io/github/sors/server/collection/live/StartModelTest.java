package io.github.sors.server.collection.live;

import static io.github.sors.server.collection.live.TeachableCollectionTest.assertSame;
import static io.github.sors.server.collection.live.TeachableCollectionTest.model;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.Provenance;
import io.github.sors.SparseVector;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.server.LoggedMessages;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.log.CollectionLog;
import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.log.LogSegment;
import io.github.sors.server.collection.log.RecordCodec;
import io.github.sors.server.collection.model.StartCopy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StartModelTest {

  private static final int ITEMS = 12;

  /** A model over three features, of which the last has neither itself nor another. */
  private static final BilinearModel PLAIN =
      BilinearModel.ofRows(
              3, 3, new long[] {0, 2, 4, 4}, new int[] {0, 2, 0, 1}, new float[] {2, -3, 0.5f, 1})
          .withNormalization(Normalization.L2);

  private static final BilinearModel NAMED =
      PLAIN.withFeatureNames(List.of("red", "green", "blue"));

  @TempDir Path folder;

  private Path collectionFolder() {
    return folder.resolve("collection");
  }

  private Path write(Model model) throws IOException {
    return write(model, "learnt.sors");
  }

  private Path write(Model model, String name) throws IOException {
    Path file = folder.resolve(name);
    ModelFile.write(model, file);
    return file;
  }

  private TeachableCollection open(Path model) throws IOException {
    return open(model, CollectionLimits.DEFAULT);
  }

  private TeachableCollection open(Path model, CollectionLimits limits) throws IOException {
    return TeachableCollection.open(collectionFolder(), CollectionSettings.DEFAULT, model, limits);
  }

  /** What a collection without a model has learnt from a few comparisons, as it exports it. */
  private Path taughtModel() throws IOException {
    try (TeachableCollection collection =
        TeachableCollection.open(
            folder.resolve("teacher"), CollectionSettings.DEFAULT, CollectionLimits.DEFAULT)) {
      SplittableRandom random = new SplittableRandom(1);
      collection.put(Samples.items(random, ITEMS)).join();
      teach(collection, random, 30);
      return write(collection.exportModel());
    }
  }

  private static void teach(TeachableCollection collection, SplittableRandom random, int rounds) {
    for (int round = 0; round < rounds; round++) {
      collection.teach(List.of(Samples.comparison(random, ITEMS)), RequestKey.NONE).join();
    }
  }

  private static NamedFeatures features(String... names) {
    float[] values = new float[names.length];
    Arrays.fill(values, 1);
    return new NamedFeatures(names, values);
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void everyLearnerStartsWithTheMatrixAndTheNumbersOfTheModel(Algorithm algorithm)
      throws IOException {
    Path model = write(NAMED);
    CollectionSettings settings = new CollectionSettings(algorithm.label(), Map.of(), "standard");
    try (TeachableCollection collection =
        TeachableCollection.open(collectionFolder(), settings, model, CollectionLimits.DEFAULT)) {
      assertSame(collection.exportModel(), NAMED);
      assertThat(collection.learnt().progress().rounds()).isZero();
      assertThat(collection.queryVector(features("blue")).index(0)).isEqualTo(2);
      // a feature that the model does not know is where the options have it start
      collection.put(List.of(new ItemDraft("a", "", "", features("blue", "new")))).join();
      BilinearModel grown = (BilinearModel) collection.replayedModel();
      assertThat(grown.queryDimension()).isEqualTo(4);
      assertThat(grown.get(3, 3)).isEqualTo(1);
      assertThat(grown.get(2, 2)).isZero();
      assertThat(grown.get(0, 2)).isEqualTo(-3);
    }
  }

  @Test
  void itLearnsOnFromTheMatrixOfTheModel() throws IOException {
    CollectionSettings settings =
        new CollectionSettings("ogd", Map.of("eta", "0.25", "init", "zero"), "standard");
    try (TeachableCollection collection =
        TeachableCollection.open(
            collectionFolder(), settings, write(NAMED), CollectionLimits.DEFAULT)) {
      collection
          .put(
              List.of(
                  new ItemDraft("red", "", "", features("red")),
                  new ItemDraft("blue", "", "", features("blue"))))
          .join();
      // red scores 2, blue -3: the loss [1 - (-3 - 2)]+ is 6
      Outcome outcome =
          collection
              .teach(
                  List.of(new ComparisonDraft(null, features("red"), "blue", "red")),
                  RequestKey.NONE)
              .join();
      assertThat(outcome.loss()).isEqualTo(6);
      BilinearModel after = (BilinearModel) model(collection, 1);
      assertThat(after.get(0, 0)).isEqualTo(2 - 0.25f);
      assertThat(after.get(0, 2)).isEqualTo(-3 + 0.25f);
      assertThat(after.get(1, 0)).isEqualTo(0.5f);
      collection.put(List.of(new ItemDraft("new", "", "", features("new")))).join();
      assertThat(((BilinearModel) collection.replayedModel()).get(3, 3)).isZero();
    }
  }

  @Test
  void vectorsWithoutNamesMeetTheRowsOfAModelWithoutNames() throws IOException {
    try (TeachableCollection collection = open(write(PLAIN))) {
      // as {"vector": …} calls its features, here the last one first
      collection.put(List.of(new ItemDraft("a", "", "", features("2", "0")))).join();
      SparseVector item = collection.item("a").vector();
      assertThat(item.index(0)).isZero();
      assertThat(item.index(1)).isEqualTo(2);
      assertThat(collection.featureCount()).isEqualTo(3);
    }
  }

  @Test
  void replaysSnapshotsAndUndoGiveTheSameModelBitForBit(@TempDir Path crashed) throws IOException {
    Path model = taughtModel();
    CollectionLimits often = CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(7);
    SplittableRandom random = new SplittableRandom(2);
    Model learnt;
    try (TeachableCollection collection = open(model, often)) {
      collection.put(Samples.items(random, ITEMS)).join();
      Model before = collection.exportModel();
      teach(collection, random, 80);
      for (int k = 0; k < 10; k++) {
        collection.undo(RequestKey.NONE).join();
      }
      learnt = collection.exportModel();
      assertThat(((BilinearModel) learnt).nonZeros())
          .isNotEqualTo(((BilinearModel) before).nonZeros());
      assertSame(learnt, collection.replayedModel());
      // as a crash leaves it: no snapshot, only what is needed to be safe
      for (LogSegment segment : LogSegment.all(collectionFolder())) {
        Files.copy(segment.file(), crashed.resolve(segment.file().getFileName()));
      }
      Files.copy(collectionFolder().resolve("start.sors"), crashed.resolve("start.sors"));
    }
    try (TeachableCollection again =
        TeachableCollection.open(crashed, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT)) {
      assertSame(again.exportModel(), learnt);
    }
    Files.delete(model);
    try (TeachableCollection again = open(null, often)) {
      assertSame(again.exportModel(), learnt);
      assertThat(again.settings().start().name()).isEqualTo("learnt.sors");
      teach(again, random, 10);
      assertSame(model(again, 80), again.replayedModel());
      while (again.canUndo()) {
        again.undo(RequestKey.NONE).join();
      }
      assertThat(again.learnt().progress().rounds()).isZero();
      assertSame(again.exportModel(), again.replayedModel());
    }
  }

  @Test
  void theExportSaysWhatItStartedFrom() throws IOException {
    try (TeachableCollection collection = open(write(NAMED))) {
      assertThat(collection.exportModel().provenance().training())
          .containsEntry("start", "learnt.sors")
          .containsEntry("startHash", collection.settings().start().hash());
    }
  }

  @Test
  void aCollectionTakesItsOwnModelAgainAndNoOther() throws IOException {
    Path model = write(NAMED);
    open(model).close();
    open(Files.copy(model, folder.resolve("renamed.sors"))).close();
    Path other = write(PLAIN, "other.sors");
    assertThatThrownBy(() -> open(other))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll(
            "already has a model, which started from learnt.sors",
            "leave out startModel",
            "folder");
    assertThatThrownBy(() -> open(folder.resolve("nowhere.sors")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no model file");
    open(null).close();
  }

  @Test
  void aCollectionThatStartedWithoutAModelTakesNone() throws IOException {
    open(null).close();
    assertThatThrownBy(() -> open(write(NAMED)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("already has a model, which started from no file");
    assertThat(collectionFolder().resolve("start.sors")).doesNotExist();
  }

  /** The log begins with the snapshot then, and tests need the start. */
  @Test
  void aMissingCopyOfACompactedCollectionIsNamed() throws IOException {
    Path model = write(NAMED);
    try (TeachableCollection collection = open(model)) {
      collection.compact().join();
    }
    Path copy = collectionFolder().resolve("start.sors");
    Files.delete(copy);
    assertThatThrownBy(() -> open(model))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is missing: restore it by copying the file");
    assertThatThrownBy(() -> TeachableCollection.repair(collectionFolder()))
        .hasMessageContaining("is missing: restore it by copying the file");
    Files.copy(model, copy);
    open(null).close();
  }

  @Test
  void aMissingOrAlteredCopyStopsTheStartAndCanBePutBack() throws IOException {
    Path model = write(NAMED);
    open(model).close();
    Path copy = collectionFolder().resolve("start.sors");
    // still a whole model, but another one
    ModelFile.write(PLAIN, copy);
    assertThatThrownBy(() -> open(null))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll(
            "start.sors", "is altered: restore it by copying the file", "learnt.sors");
    Files.delete(copy);
    assertThatThrownBy(() -> open(model))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll(
            "start.sors", "is missing: restore it by copying the file", "SHA-256");
    Files.copy(model, copy, StandardCopyOption.REPLACE_EXISTING);
    open(null).close();
  }

  private void assertRefused(BilinearModel model, String... words) throws IOException {
    Path file = write(model);
    assertThatThrownBy(() -> open(file, CollectionLimits.DEFAULT.withSize(100, 100)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContainingAll(words);
  }

  @Test
  void modelsThatACollectionCannotStartFromAreRefused() throws IOException {
    BilinearModel identity =
        BilinearModel.ofRows(2, 2, new long[] {0, 1, 2}, new int[] {0, 1}, new float[] {1, 1})
            .withNormalization(Normalization.L2);
    assertRefused(identity.withForm(BilinearModel.Form.DISTANCE), "is a distance");
    assertRefused(
        BilinearModel.ofRows(1, 2, new long[] {0, 1}, new int[] {1}, new float[] {1}),
        "different features for queries and items");
    assertRefused(
        identity.withFeatureNames(List.of("a", "b"), List.of("b", "a")),
        "different features for queries and items");
    assertRefused(
        identity.withProvenance(
            new Provenance("sors-1", Map.of("sharedFeatures", "false"), 1, Map.of(), "0")),
        "different features for queries and items");
    assertRefused(identity.withFeatureNames(List.of("a", "a")), "two features called 'a'");
    assertRefused(
        BilinearModel.ofRows(101, 101, new long[102], new int[0], new float[0]),
        "101 features",
        "at most 100");
    assertRefused(
        identity.withNormalization(
            Normalization.parse("tf-idf,l2")
                .fit(List.of(SparseVector.of(new int[] {0}, new float[] {1})))),
        "tf-idf,l2",
        "set normalization to l2");
    assertRefused(
        identity.withRecipe(new FeatureRecipe(Map.of("analyzer", "english"), new float[0])),
        "set analyzer to english");
    Path text = Files.writeString(folder.resolve("text.sors"), "no model at all");
    assertThatThrownBy(() -> open(text)).isInstanceOf(InvalidInputException.class);
    // nothing of them is left: the folder can still become a collection
    open(write(NAMED)).close();
  }

  private List<String> warnings(BilinearModel model) throws IOException {
    try (LoggedMessages logged = LoggedMessages.of(StartCopy.class);
        TeachableCollection collection =
            TeachableCollection.open(
                Files.createTempDirectory(folder, "warned"),
                CollectionSettings.DEFAULT,
                write(model),
                CollectionLimits.DEFAULT)) {
      assertThat(collection.settings().start()).isNotNull();
      return logged.all();
    }
  }

  @Test
  void whatWasMadeInAnotherWayIsToldOf() throws IOException {
    assertThat(warnings(NAMED)).isEmpty();
    assertThat(warnings(ModelFile.readMatrix(taughtModel()))).as("the service's own").isEmpty();
    assertThat(warnings(NAMED.withNormalization(Normalization.NONE)))
        .singleElement()
        .asString()
        .contains("scales vectors to length 1");
    Map<String, String> recipe =
        Map.of(
            "analyzer", "standard",
            "weights", "tf-idf",
            "unitLength", "true",
            "hashBits", "0",
            "textColumns", "text");
    assertThat(
            warnings(
                NAMED
                    .withNormalization(Normalization.NONE)
                    .withRecipe(new FeatureRecipe(recipe, new float[] {1, 2, 3}))))
        .singleElement()
        .asString()
        .contains("learn from one text field with logarithmic weights");
  }

  @Test
  void theRecordOfACollectionWithoutAModelIsAsItAlwaysWas() throws IOException {
    // kind, algorithm, number of options, analyzer; each text with its length
    byte[] before =
        "\1\0\0\0\11adasors-2\0\0\0\0\0\0\0\10standard".getBytes(StandardCharsets.ISO_8859_1);
    LogRecord created = new LogRecord.Created(CollectionSettings.DEFAULT);
    assertThat(RecordCodec.decode(before)).isEqualTo(created);
    assertThat(RecordCodec.encode(created)).isEqualTo(before);
    try (CollectionLog log = CollectionLog.open(Files.createDirectories(collectionFolder()), 0)) {
      log.append(List.of(before));
    }
    try (TeachableCollection collection = open(null)) {
      assertThat(collection.settings()).isEqualTo(CollectionSettings.DEFAULT);
    }
  }

  @Test
  void aModelThatACrashLeftBeforeTheFirstRecordIsReplaced() throws IOException {
    Files.createDirectories(collectionFolder());
    Files.write(
        collectionFolder().resolve("start.sors"), new byte[] {1, 2}, StandardOpenOption.CREATE_NEW);
    try (TeachableCollection collection = open(write(NAMED))) {
      assertSame(collection.exportModel(), NAMED);
    }
  }
}
