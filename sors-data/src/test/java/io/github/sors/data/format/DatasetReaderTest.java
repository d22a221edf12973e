package io.github.sors.data.format;

import static io.github.sors.data.format.Texts.assertRefused;
import static io.github.sors.data.format.Texts.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetReaderTest {

  @TempDir Path folder;

  private static Format detect(String text) throws IOException {
    return FormatDetector.detect(
        new java.io.ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 1:2 3:4\n",
        "1\n2 1:2\n",
        "-1.5\n",
        "# comment, with comma\n\n +1\t1:2\n",
        "1 qid:3\n",
        "1,2,3 1:2\n",
        "text 1:2\n",
        "1 1:2 3:4 oops 5:6\n",
        "1 1:x\n",
        "1 -1:2\n",
        "1 1:2 # a comment of many words, that is\n",
        "# nothing\n"
      })
  void tellsLibsvm(String text) throws IOException {
    assertThat(detect(text)).isEqualTo(Format.LIBSVM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,2,3\n",
        "a;b\n",
        "label\n",
        "1\t2\tx\n",
        "time 12:30,5\n",
        "2015-08-17 12:30\t5\t7\n",
        "# id,label\n1,2\n",
        "\"a b\" 1:2,3\n",
        "%comment\n"
      })
  void tellsCsv(String text) throws IOException {
    assertThat(detect(text)).isEqualTo(Format.CSV);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%%MatrixMarket matrix array real general\n", "%%matrixmarket\n1 1:2\n"})
  void tellsMatrixMarket(String text) throws IOException {
    assertThat(detect(text)).isEqualTo(Format.MATRIX_MARKET);
  }

  @Test
  void tellsTheFormatOfALineThatIsLongerThanWhatIsLookedAt() throws IOException {
    StringBuilder line = new StringBuilder("1");
    for (int index = 1; index < 50_000; index++) {
      line.append(' ').append(index).append(":1");
    }
    assertThat(Texts.read(line.toString(), "a", ReadOptions.DEFAULT).dimension()).isEqualTo(49_999);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "1 1:2\n\u0002", "PK\u0003\u0004"})
  void refusesWhatIsNoText(String text) {
    assertRefused(
        () -> Texts.read(text, "a.bin", ReadOptions.DEFAULT),
        "a.bin, line ",
        "found the byte 0x0",
        "does not look like a text file");
  }

  @Test
  void refusesTextOfTwoBytesACharacter() {
    assertRefused(
        () ->
            Texts.read(
                "1,2,x\n".getBytes(StandardCharsets.UTF_16), "wide.csv", ReadOptions.DEFAULT),
        "wide.csv, line 1: ",
        "UTF-8");
  }

  @Test
  void takesTheFormatOfTheOptions() {
    assertRefused(
        () -> Texts.read("1 1:2\n", "a", ReadOptions.DEFAULT.withFormat(Format.CSV)),
        "a, line 1: expected a label and at least one feature");
    assertRefused(
        () -> Texts.read("1,2\n", "a", ReadOptions.DEFAULT.withFormat(Format.LIBSVM)),
        "a, line 1: expected one label per row");
  }

  @ParameterizedTest
  @CsvSource({
    "news20.bz2, news20",
    "news20.t.bz2, news20.t",
    "rcv1.libsvm.gz, rcv1",
    "a.svm, a",
    "a.CSV.XZ, a",
    "dna.scale, dna.scale",
    "a.b.tsv, a.b",
    "a.txt, a",
    ".csv, .csv",
    "plain, plain",
    "folder/a.csv, a",
    "folder\\a.csv, a"
  })
  void callsADatasetAfterItsFileWithoutSuffixes(String file, String name) throws IOException {
    assertThat(Texts.read("1 1:1\n", file, ReadOptions.DEFAULT).name()).isEqualTo(name);
  }

  @Test
  void readsSeveralFilesAsOneDataset() throws IOException {
    Path train = write(folder, "train.libsvm", "2 1:1\n10 2:1\n");
    Path test =
        Files.write(
            folder.resolve("test.libsvm.xz"),
            Compressions.XZ.compress("10.0 5:1\n-1 1:2\n".getBytes(StandardCharsets.UTF_8)));

    Dataset dataset = DatasetReader.read(List.of(train, test), ReadOptions.DEFAULT);

    assertThat(dataset.name()).isEqualTo("train+test");
    assertThat(dataset.classNames()).containsExactly("-1", "2", "10");
    assertThat(dataset.labels()).containsExactly(1, 2, 2, 0);
    assertThat(dataset.vector(2)).isEqualTo(SparseVector.of(new int[] {4}, new float[] {1}));
    assertThat(dataset.dimension()).isEqualTo(5);
  }

  @Test
  void readsSeveralCsvFilesOfTheSameColumns() throws IOException {
    Path train = write(folder, "train.csv", "a,b,label\n1,2,x\n");
    Path test = write(folder, "test.csv", "3;4;y\n");
    Path third = write(folder, "third.csv", "a,b,label\n5,6,x\n");
    Path fourth = write(folder, "fourth.csv", "label,a,b\ny,7,8\n");

    Dataset dataset =
        DatasetReader.read(List.of(train, test, third), ReadOptions.DEFAULT.withLabelColumn("3"));
    Dataset named = DatasetReader.read(List.of(train, fourth), ReadOptions.DEFAULT);

    assertThat(dataset.featureNames()).containsExactly("a", "b");
    assertThat(dataset.classNames()).containsExactly("x", "y");
    assertThat(dataset.vectors())
        .containsExactly(
            SparseVector.ofDense(1, 2), SparseVector.ofDense(3, 4), SparseVector.ofDense(5, 6));
    assertThat(named.vectors())
        .containsExactly(SparseVector.ofDense(1, 2), SparseVector.ofDense(7, 8));
    assertThat(named.classNames()).containsExactly("x", "y");
  }

  @Test
  void refusesSeveralCsvFilesOfDifferentColumns() {
    Path train = write(folder, "train.csv", "a,b,label\n1,2,x\n");
    Path wide = write(folder, "wide.csv", "1,2,3,label\n1,2,3,x\n");
    Path other = write(folder, "other.csv", "b,a,label\n1,2,x\n");

    assertRefused(
        () -> DatasetReader.read(List.of(train, wide), ReadOptions.DEFAULT),
        wide + ": expected as many features as in " + train,
        "found 3 instead of 2");
    assertRefused(
        () -> DatasetReader.read(List.of(train, other), ReadOptions.DEFAULT),
        other + ": expected the feature names of " + train);
  }

  @Test
  void refusesFilesOfDifferentFormats() {
    Path csv = write(folder, "a.csv", "a,label\n1,x\n");
    Path libsvm = write(folder, "b.libsvm", "1 1:1\n");

    assertRefused(
        () -> DatasetReader.read(List.of(csv, libsvm), ReadOptions.DEFAULT),
        libsvm + ": expected CSV as in " + csv + ", found LIBSVM");
  }

  @Test
  void refusesASecondFileWithoutRows() {
    Path first = write(folder, "a", "1 1:1\n");
    Path empty = write(folder, "b", "");

    assertRefused(
        () -> DatasetReader.read(List.of(first, empty), ReadOptions.DEFAULT),
        empty + ": ",
        "no rows");
  }

  @Test
  void namesFeaturesAndRowsOfLibsvm() throws IOException {
    Path data = write(folder, "a.libsvm", "1 1:1 2:1 3:1\n2 1:1\n");
    ReadOptions options =
        ReadOptions.DEFAULT
            .withFeatureNames(write(folder, "features", "\uFEFFone\ntwo\n"))
            .withRowNames(write(folder, "rows", "first\nsecond\n"));

    Dataset dataset = DatasetReader.read(List.of(data), options);

    assertThat(dataset.featureNames()).containsExactly("one", "two");
    assertThat(dataset.dimension()).isEqualTo(3);
    assertThat(dataset.rowNames()).containsExactly("first", "second");

    Dataset twice =
        DatasetReader.read(
            List.of(data, data),
            options.withRowNames(write(folder, "rows", "first\nsecond\nthird\nfourth\n")));
    assertThat(twice.rowNames()).containsExactly("first", "second", "third", "fourth");

    Path few = write(folder, "few", "first\n");
    assertRefused(
        () -> DatasetReader.read(List.of(data), options.withRowNames(few)),
        few + ": ",
        "each of the 2 rows, found 1 names");
  }

  @Test
  void namesFeaturesOfCsvWithoutAHeader() throws IOException {
    Path names = write(folder, "names", "a\nb\n");
    ReadOptions options = ReadOptions.DEFAULT.withFeatureNames(names).withLabelColumn("3");

    assertThat(Texts.read("1,2,x\n", "t", options).featureNames()).containsExactly("a", "b");
    assertRefused(
        () -> Texts.read("c,d,label\n1,2,x\n", "t", options),
        names + ": expected the feature names of t");
    assertRefused(
        () -> Texts.read("1,2,x,3\n", "t", options), names + ": ", "each of the 3 features of t");
  }

  @Test
  void refusesFilesThatCannotBeRead() {
    Path missing = folder.resolve("missing.libsvm");
    assertRefused(() -> DatasetReader.read(missing), missing + ": ", "no such file");
    assertRefused(() -> DatasetReader.read(folder), folder + ": ", "directory");
    assertRefused(
        () -> Texts.read("1 1:1\n", "a", ReadOptions.DEFAULT.withFeatureNames(missing)),
        missing + ": ",
        "no such file");
  }

  @Test
  void refusesOptionsThatTheFormatHasNoUseFor() {
    ReadOptions options = ReadOptions.DEFAULT;
    String libsvm = "1 1:1\n";
    String csv = "1,x\n";
    Path some = folder.resolve("some");
    assertRefused(
        () -> Texts.read(libsvm, "a", options.withLabels(some)),
        "a: labels is an option for Matrix Market files, but this file is read as LIBSVM");
    assertRefused(
        () ->
            Texts.read(
                csv, "a", options.withOrientation(ReadOptions.Orientation.DOCUMENTS_AS_ROWS)),
        "a: orientation is an option for Matrix Market");
    assertRefused(
        () -> Texts.read(csv, "a", options.withZeroBased(true)),
        "a: zeroBased is an option for LIBSVM files, but this file is read as CSV");
    assertRefused(
        () -> Texts.read(libsvm, "a", options.withLabelColumn("x")),
        "a: labelColumn is an option for");
    assertRefused(
        () -> Texts.read(libsvm, "a", options.withHeader(ReadOptions.Header.PRESENT)),
        "a: header is an option for CSV");
    assertRefused(
        () -> Texts.read(libsvm, "a", options.withSeparator(',')),
        "a: separator is an option for CSV");
  }

  @Test
  void needsAFile() {
    assertThatThrownBy(() -> DatasetReader.read(List.of(), ReadOptions.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource
  void readsCompressedFilesWhateverTheirName(Compressions compression) throws IOException {
    Path file =
        Files.write(
            folder.resolve("a.libsvm"),
            compression.compress("1 1:1\n".getBytes(StandardCharsets.UTF_8)));

    assertThat(DatasetReader.read(file).vectors()).containsExactly(SparseVector.ofDense(1));
  }

  @Test
  void checksOptions() {
    ReadOptions options = ReadOptions.DEFAULT;
    assertThatThrownBy(() -> options.withFormat(null)).isInstanceOf(NullPointerException.class);
    assertRefused(
        () -> options.withLabelColumn("  "), "expected the name or the number of the label");
    for (char separator : new char[] {'a', '5', '"', '\n', '\r', '.', '-', '+'}) {
      assertThatThrownBy(() -> options.withSeparator(separator))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(
            options.withZeroBased(true).withZeroBased(false).withSeparator(' ').withSeparator(null))
        .isEqualTo(options);
  }
}
