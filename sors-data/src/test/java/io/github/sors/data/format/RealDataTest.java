package io.github.sors.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.data.Dataset;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Published data sets, which are not part of the project: read from where they are, if they are.
 */
class RealDataTest {

  private static Path folder;

  @BeforeAll
  static void findFolder() {
    String given = System.getenv("SORS_DATA");
    folder = given == null ? Path.of("..", "..", "shared", "data") : Path.of(given);
    assumeTrue(
        Files.isDirectory(folder), "no data sets in " + folder + ": set SORS_DATA to their folder");
  }

  private static Dataset read(String... files) throws IOException {
    List<Path> paths = Stream.of(files).map(folder::resolve).toList();
    for (Path path : paths) {
      assumeTrue(Files.exists(path), "no file " + path);
    }
    return DatasetReader.read(paths, ReadOptions.DEFAULT);
  }

  /**
   * The sizes as published and, for the values, as {@code wc -w} counts words less labels. Sector
   * is a fifth of the published rows, none of which has the last 9 of its 55,197 features.
   */
  @ParameterizedTest
  @CsvSource({
    "rcv1/rcv1.libsvm.gz, rcv1, 18577, 47236, 52, 1249385",
    "sector/sector.libsvm.gz, sector, 1826, 55188, 105, 292687",
    "protein/protein.val.libsvm.gz, protein.val, 2871, 357, 3, 280241",
    "gisette/gisette1000.libsvm.gz, gisette1000, 6000, 1000, 2, 815337",
    "caltech10/caltech10-surf.libsvm.gz, caltech10-surf, 1123, 800, 10, 147146",
    "usps/usps.libsvm.gz, usps, 7291, 256, 10, 760224",
    "dna/dna.scale, dna.scale, 2000, 180, 3, 91233"
  })
  void readsLibsvmFiles(
      String file, String name, int rows, int dimension, int classes, long nonZeros)
      throws IOException {
    Dataset dataset = read(file);

    assertThat(dataset.name()).isEqualTo(name);
    assertThat(dataset.size()).isEqualTo(rows);
    assertThat(dataset.dimension()).isEqualTo(dimension);
    assertThat(dataset.classCount()).isEqualTo(classes);
    assertThat(dataset.nonZeros()).isEqualTo(nonZeros);
  }

  @Test
  void readsTrainingAndTestFileAsOne() throws IOException {
    Dataset dataset = read("news20/news20.bz2", "news20/news20.t.bz2");

    assertThat(dataset.name()).isEqualTo("news20+news20.t");
    assertThat(dataset.size()).isEqualTo(15_935 + 3_993);
    assertThat(dataset.dimension()).isEqualTo(62_061);
    assertThat(dataset.classCount()).isEqualTo(20);
    assertThat(read("dna/dna.scale", "dna/dna.scale.t").size()).isEqualTo(2_000 + 1_186);
  }

  @Test
  void readsBbcWithItsNames() throws IOException {
    Dataset dataset = read("bbc/bbc.mtx.gz");

    assertThat(dataset.name()).isEqualTo("bbc");
    assertThat(dataset.size()).isEqualTo(2_225);
    assertThat(dataset.dimension()).isEqualTo(9_635);
    assertThat(dataset.nonZeros()).isEqualTo(286_774);
    assertThat(dataset.classNames())
        .containsExactly("business", "entertainment", "politics", "sport", "tech");
    assertThat(dataset.featureNames()).hasSize(9_635).startsWith("ad", "sale", "boost");
    assertThat(dataset.rowName(2_224)).isEqualTo("tech.401");
    for (int row = 0; row < dataset.size(); row++) {
      assertThat(dataset.rowName(row)).startsWith(dataset.classNames().get(dataset.label(row)));
    }
    // the file's third and last entry: 1 7 2.0 and 9635 2218 1.0
    assertThat(dataset.vector(6).get(0)).isEqualTo(2);
    assertThat(dataset.vector(2_217).get(9_634)).isEqualTo(1);
  }

  @Test
  void writesWhatReadsBackTheSame() throws IOException {
    Dataset dataset = read("usps/usps.libsvm.gz");
    ByteArrayOutputStream text = new ByteArrayOutputStream();

    LibsvmWriter.write(dataset, text);

    assertThat(Texts.read(text.toByteArray(), "again", ReadOptions.DEFAULT).hash())
        .isEqualTo(dataset.hash());
  }
}
