package io.github.sors.data.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTest {

  @TempDir private Path given;
  @TempDir private Path cache;
  private Registry registry;

  @BeforeEach
  void createRegistry() {
    registry = Registry.standard(new DataFolders(Optional.of(given), cache));
  }

  @Test
  void knowsTheDataSetsOfThePaperAndSomeOthers() {
    assertThat(registry.entries().stream().map(DataSetEntry::name))
        .containsExactly(
            "place-names",
            "bbc",
            "rcv1",
            "sector",
            "protein",
            "gisette",
            "caltech10",
            "news20",
            "usps",
            "dna");
  }

  @Test
  void everyEntryIsDescribedInOneLineEach() {
    for (DataSetEntry entry : registry.entries()) {
      assertThat(entry.description()).as(entry.name()).isNotBlank().doesNotContain("\n");
      assertThat(entry.terms()).as(entry.name()).isNotBlank().doesNotContain("\n");
      for (FileSet fileSet : entry.fileSets()) {
        assertThat(fileSet.note()).as(entry.name()).isNotBlank().doesNotContain("\n");
      }
    }
  }

  @Test
  void findsTheFilesInTheGivenFolder() throws IOException {
    touch(given, "bbc", "bbc.mtx.gz", "bbc.classes", "bbc.terms", "bbc.docs");
    LocatedData bbc = registry.locate("bbc");
    Path folder = given.resolve("bbc");
    assertThat(bbc.name()).isEqualTo("bbc");
    assertThat(bbc.folder()).isEqualTo(folder);
    assertThat(bbc.files()).containsExactly(folder.resolve("bbc.mtx.gz"));
    assertThat(bbc.labels()).isEqualTo(folder.resolve("bbc.classes"));
    assertThat(bbc.featureNames()).isEqualTo(folder.resolve("bbc.terms"));
    assertThat(bbc.rowNames()).isEqualTo(folder.resolve("bbc.docs"));
    assertThat(bbc.shape()).isEqualTo(new Shape(2_225, 9_635, 5));
    assertThat(bbc.isBuiltIn()).isFalse();
    assertThat(bbc.bytes()).isEqualTo(4L * "content".length());
  }

  @Test
  void theGivenFolderCountsBeforeTheCache() throws IOException {
    touch(cache, "sector", "sector.scale.bz2", "sector.t.scale.bz2");
    assertThat(registry.locate("sector").note()).contains("the paper's Sector");
    assertThat(registry.locate("sector").files())
        .containsExactly(
            cache.resolve("sector/sector.scale.bz2"), cache.resolve("sector/sector.t.scale.bz2"));
    touch(given, "sector", "sector.libsvm.gz");
    assertThat(registry.locate("sector").note()).contains("a fifth of the paper's Sector");
  }

  @Test
  void theBestFilesOfAFolderCount() throws IOException {
    touch(given, "protein", "protein.val.libsvm.gz");
    assertThat(registry.locate("protein").shape().rows()).isEqualTo(2_871);
    touch(given, "protein", "protein.bz2");
    assertThat(registry.locate("protein").shape().rows()).isEqualTo(17_766);
  }

  @Test
  void builtInDataIsAlwaysHere() throws IOException {
    LocatedData names = registry.locate("place-names");
    assertThat(names.isBuiltIn()).isTrue();
    assertThat(names.files()).isEmpty();
    assertThat(names.bytes()).isZero();
    Dataset data = names.builtIn().get();
    assertThat(data.name()).isEqualTo("place-names");
    names.checkShape(data);
  }

  @Test
  void whatIsNotHereIsSaidWithThePlacesAndTheRemedy() {
    assertThatThrownBy(() -> registry.locate("protein"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll(
            "protein is not on this machine",
            "protein.bz2, or protein.val.libsvm.gz",
            given.resolve("protein").toString(),
            cache.resolve("protein").toString(),
            "'sors data get protein'",
            "SORS_DATA")
        .hasMessageNotContaining("\n");
  }

  @Test
  void whatHasNoAddressIsToBePlacedByHand() {
    assertThatThrownBy(() -> registry.locate("caltech10"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll("caltech10-surf.libsvm.gz", "put the files there")
        .hasMessageNotContaining("data get");
  }

  @Test
  void onePartOfTwoIsNotEnough() throws IOException {
    touch(given, "dna", "dna.scale");
    assertThatThrownBy(() -> registry.locate("dna"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("dna.scale + dna.scale.t");
    Files.createDirectory(given.resolve("dna/dna.scale.t"));
    assertThatThrownBy(() -> registry.locate("dna")).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void anUnknownNameGetsTheClosestKnownOne() {
    assertThatThrownBy(() -> registry.locate("protien"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "unknown data set 'protien', did you mean 'protein'? known are place-names, bbc, rcv1,"
                + " sector, protein, gisette, caltech10, news20, usps, dna");
    assertThatThrownBy(() -> registry.entry("BBC")).hasMessageContaining("did you mean 'bbc'?");
    assertThatThrownBy(() -> registry.entry("placenames"))
        .hasMessageContaining("did you mean 'place-names'?");
    assertThatThrownBy(() -> registry.entry("/some/file.txt"))
        .hasMessageStartingWith("unknown data set '/some/file.txt': known are place-names")
        .hasMessageNotContaining("did you mean");
    assertThat(registry.find("protien")).isEmpty();
    assertThat(registry.find("protein")).isPresent();
  }

  @Test
  void aFileThatIsNotAnyMoreWhatWasDownloadedIsRefused() throws IOException {
    touch(cache, "protein", "protein.bz2");
    Path file = cache.resolve("protein/protein.bz2");
    Checksums.remember(file);
    assertThat(registry.locate("protein").files()).containsExactly(file);
    assertThat(cache.resolve("protein/protein.bz2.sha256"))
        .hasContent(
            // printf content | sha256sum
            "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73  protein.bz2");
    Files.writeString(file, "another content");
    assertThatThrownBy(() -> registry.locate("protein"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll(
            file.toString(), "has changed since it was downloaded", "'sors data get protein'");
  }

  @Test
  void listsEverythingWithWhatIsHere() throws IOException {
    touch(given, "sector", "sector.libsvm.gz");
    List<Registry.Listing> list = registry.list();
    assertThat(list).hasSameSizeAs(registry.entries());

    Registry.Listing names = list.get(0);
    assertThat(names.entry().name()).isEqualTo("place-names");
    assertThat(names.located()).isPresent();
    assertThat(names.shape()).isEmpty();
    assertThat(names.note()).isEqualTo("built in");

    Registry.Listing sector = list.get(3);
    assertThat(sector.located().orElseThrow().folder()).isEqualTo(given.resolve("sector"));
    assertThat(sector.shape()).contains(new Shape(1_826, 55_197, 105));
    assertThat(sector.note()).startsWith("a fifth");

    Registry.Listing protein = list.get(4);
    assertThat(protein.located()).isEmpty();
    assertThat(protein.shape()).contains(new Shape(17_766, 357, 3));
    assertThat(protein.note()).startsWith("the paper's Protein");
  }

  @Test
  void saysHowADownloadIsVerified() {
    assertThat(registry.entry("rcv1").verification()).isEqualTo("by checksum and shape");
    assertThat(registry.entry("sector").verification())
        .isEqualTo(
            "by shape, as no checksum is recorded of sector.scale.bz2 and sector.t.scale.bz2");
    assertThat(registry.entry("news20").verification()).endsWith("recorded of news20.t.bz2");
    assertThat(registry.entry("place-names").verification()).isEmpty();
  }

  @Test
  void dataOfTheWrongShapeIsRefused() throws IOException {
    touch(given, "dna", "dna.scale", "dna.scale.t");
    LocatedData dna = registry.locate("dna");
    dna.checkShape(data(3_186, 180, 3));
    // a file does not tell of a last feature that no row has
    dna.checkShape(data(3_186, 179, 3));
    for (Dataset wrong :
        List.of(
            data(2_000, 180, 3),
            data(3_186, 181, 3),
            data(3_186, 178, 3),
            data(3_186, 180, 2),
            data(0, 0, 0))) {
      assertThatThrownBy(() -> dna.checkShape(wrong))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContainingAll(
              given.resolve("dna").toString(),
              "expected 3,186 rows, 180 features, 3 classes, found "
                  + (wrong.size() == 0 ? "nothing" : Shape.of(wrong)),
              "'sors data get dna'");
    }
  }

  @Test
  void entriesThatDoNotHoldTogetherAreRefused() {
    Shape shape = new Shape(1, 1, 1);
    assertThatThrownBy(() -> new Shape(1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DataSetEntry.of("x", "", ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FileSet.of("", shape)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RemoteFile.of("../x", "http://127.0.0.1/x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RemoteFile.of("x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RemoteFile.of("x", "http://127.0.0.1/x").withSha256("abc"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> FileSet.of("", shape, "a", "b").from(RemoteFile.of("a", "http://127.0.0.1/a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[b]");
  }

  private static void touch(Path root, String name, String... files) throws IOException {
    Path folder = Files.createDirectories(root.resolve(name));
    for (String file : files) {
      Files.writeString(folder.resolve(file), "content");
    }
  }

  /** Rows that each have the last feature, and names for every class. */
  private static Dataset data(int rows, int features, int classes) {
    SparseVector vector =
        features == 0
            ? SparseVector.EMPTY
            : SparseVector.of(new int[] {features - 1}, new float[] {1});
    return new Dataset(
        "test",
        IntStream.range(0, rows).mapToObj(row -> vector).toList(),
        new int[rows],
        IntStream.range(0, classes).mapToObj(label -> "class " + label).toList(),
        List.of(),
        List.of());
  }
}
