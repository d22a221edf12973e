package io.github.sors.data.format;

import static io.github.sors.data.format.Texts.assertRefused;
import static io.github.sors.data.format.Texts.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.ReadOptions.Orientation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixMarketReaderTest {

  private static final String HEADER = "%%MatrixMarket matrix coordinate real general\n";

  /** Three terms, two documents. */
  private static final String MATRIX = HEADER + "3 2 4\n1 1 2.5\n3 1 -1\n2 2 4\n3 2 1e1\n";

  private static final SparseVector FIRST = SparseVector.ofDense(2.5f, 0, -1);
  private static final SparseVector SECOND = SparseVector.ofDense(0, 4, 10);

  @TempDir Path folder;
  private Path labels;

  @BeforeEach
  void writeLabels() {
    labels = write(folder, "two.txt", "sport\ntech\n");
  }

  private Dataset read(String matrix) throws IOException {
    return read(matrix, ReadOptions.DEFAULT.withLabels(labels));
  }

  private Dataset read(String matrix, ReadOptions options) throws IOException {
    return DatasetReader.read(List.of(write(folder, "m.mtx", matrix)), options);
  }

  private void assertMatrixRefused(String matrix, int line, String... words) {
    assertRefused(() -> read(matrix), folder.resolve("m.mtx") + ", line " + line + ": ", words);
  }

  private void assertLabelsRefused(String text, int line, String... words) {
    labels = write(folder, "bad.txt", text);
    assertRefused(() -> read(MATRIX), labels + ", line " + line + ": ", words);
  }

  private static void assertTwoDocuments(Dataset dataset) {
    assertThat(dataset.vectors()).containsExactly(FIRST, SECOND);
    assertThat(dataset.labels()).containsExactly(0, 1);
    assertThat(dataset.classNames()).containsExactly("sport", "tech");
  }

  @Test
  void readsDocumentsFromColumns() throws IOException {
    Dataset dataset = read(MATRIX);

    assertTwoDocuments(dataset);
    assertThat(dataset.name()).isEqualTo("m");
    assertThat(dataset.featureNames()).isEmpty();
    assertThat(dataset.rowNames()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%%MatrixMarket matrix coordinate real general\r\n3 2 4\r\n1 1 2.5\r\n3 1 -1\r\n2 2 4\r\n3 2 10",
        "%%matrixmarket MATRIX Coordinate Real General\n%c\n\n%3 2 4\n 3 2 4 \n3 2 10\n2 2 4\n\n%\n3 1 -1\n1 1 2.5\n\n",
        "\uFEFF%%MatrixMarket  matrix\tcoordinate integer general\n3 2 5\n1 1 2.5\n2 1 0\n3 1 -1\n2 2 4\n3 2 10\n",
        "%%MatrixMarket matrix array real general\n3 2\n2.5\n0\n-1\n0\n4\n10\n",
        "%%MatrixMarket matrix array integer general\n% c\n3 2\n2.5 0 -1\n\n0 4 10"
      })
  void readsTheSameHoweverItIsWritten(String matrix) throws IOException {
    assertTwoDocuments(read(matrix));
  }

  @Test
  void readsPatternsAsOnes() throws IOException {
    Dataset dataset =
        read("%%MatrixMarket matrix coordinate pattern general\n3 2 3\n1 1\n3 1\n2 2\n");

    assertThat(dataset.vectors())
        .containsExactly(SparseVector.ofDense(1, 0, 1), SparseVector.ofDense(0, 1));
  }

  @Test
  void keepsDocumentsWithoutEntries() throws IOException {
    assertThat(read(HEADER + "3 2 1\n1 2 1\n").vectors())
        .containsExactly(SparseVector.EMPTY, SparseVector.ofDense(1));
  }

  @Test
  void takesDocumentsFromRowsIfThereAreAsManyLabelsAsRows() throws IOException {
    String transposed = HEADER + "2 3 4\n1 1 2.5\n1 3 -1\n2 2 4\n2 3 10\n";

    assertTwoDocuments(read(transposed));
    assertTwoDocuments(
        read(
            transposed,
            ReadOptions.DEFAULT.withLabels(labels).withOrientation(Orientation.DOCUMENTS_AS_ROWS)));
    assertTwoDocuments(
        read("%%MatrixMarket matrix array real general\n2 3\n2.5\n0\n0\n4\n-1\n10\n"));
  }

  @Test
  void takesDocumentsFromTheColumnsOfASquareUnlessToldOtherwise() throws IOException {
    String square = HEADER + "2 2 2\n1 1 1\n1 2 2\n";
    ReadOptions options = ReadOptions.DEFAULT.withLabels(labels);

    assertThat(read(square).vectors())
        .containsExactly(SparseVector.ofDense(1), SparseVector.ofDense(2));
    assertThat(read(square, options.withOrientation(Orientation.DOCUMENTS_AS_COLUMNS)).vectors())
        .containsExactly(SparseVector.ofDense(1), SparseVector.ofDense(2));
    assertThat(read(square, options.withOrientation(Orientation.DOCUMENTS_AS_ROWS)).vectors())
        .containsExactly(SparseVector.ofDense(1, 2), SparseVector.EMPTY);
  }

  @Test
  void readsShuffledEntriesAsOrderedOnes() throws IOException {
    long seed = 99;
    Random random = new Random(seed);
    int documents = 20;
    int features = 30;
    List<SparseVector> expected = new ArrayList<>();
    List<String> entries = new ArrayList<>();
    StringBuilder labelText = new StringBuilder();
    for (int document = 0; document < documents; document++) {
      float[] values = new float[features];
      for (int feature = 0; feature < features; feature++) {
        if (random.nextInt(3) == 0) {
          values[feature] = random.nextFloat();
          entries.add((feature + 1) + " " + (document + 1) + " " + values[feature]);
        }
      }
      expected.add(SparseVector.ofDense(values));
      labelText.append(document % 3).append('\n');
    }
    Collections.shuffle(entries, random);
    labels = write(folder, "many.txt", labelText.toString());

    Dataset dataset = read(HEADER + "30 20 " + entries.size() + "\n" + String.join("\n", entries));

    assertThat(dataset.vectors()).as("seed " + seed).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "matrix coordinate complex general; found 'complex', which is not supported",
        "matrix coordinate real symmetric; found 'symmetric', which is not supported",
        "matrix coordinate real hermitian; found 'hermitian', which is not supported",
        "matrix sparse real general; or 'array', found 'sparse'",
        "matrix array pattern general; found 'pattern'",
        "vector coordinate real general; coordinate|array real|integer|pattern general', found",
        "matrix coordinate real; coordinate|array real|integer|pattern general', found",
        "matrix coordinate real general x; coordinate|array real|integer|pattern general', found"
      })
  void refusesOtherHeaders(String header, String words) {
    assertMatrixRefused("%%MatrixMarket " + header + "\n3 2 1\n1 1 1\n", 1, words);
  }

  @Test
  void refusesATextThatIsNoMatrixMarketIfToldThatItIs() {
    assertRefused(
        () ->
            read(
                "1 1:2\n", ReadOptions.DEFAULT.withFormat(Format.MATRIX_MARKET).withLabels(labels)),
        folder.resolve("m.mtx") + ", line 1: ",
        "'%%MatrixMarket matrix",
        "found '1 1:2'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3              | expected the number of columns, found the end of the line",
        "3 2            | expected the number of entries, found the end of the line",
        "3 2 1 7        | expected the end of the line, found '7'",
        "x 2 1          | expected the number of rows from 0 to 2147483639, found 'x'",
        "3 -2 1         | the number of columns",
        "3 2 1.5        | the number of entries",
        "2147483640 2 1 | the number of rows",
        "3 2 99999999999999999999 | the number of entries"
      })
  void refusesASizeThatIsNone(String size, String words) {
    assertMatrixRefused(HEADER + "% comment\n" + size + "\n1 1 1\n", 3, words);
  }

  @Test
  void refusesAMatrixWithoutASize() {
    assertMatrixRefused(HEADER + "% comment\n\n", 3, "size of the matrix, found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 1 1    | expected a row number from 1 to 3, as line 2 says, found '0'",
        "4 1 1    | expected a row number from 1 to 3, as line 2 says, found '4'",
        "1 3 1    | expected a column number from 1 to 2, as line 2 says, found '3'",
        "-1 1 1   | a row number",
        "x 1 1    | found 'x'",
        "1        | expected a column number, found the end of the line",
        "1 1      | expected a value, found the end of the line",
        "1 1 1 1  | expected the end of the line, found '1'",
        "1 1 NaN  | expected a decimal number of at most 3.4028235E38 in size, found 'NaN'",
        "1 1 1e39 | found '1e39'",
        "1 1 1,5  | found '1,5'",
        "1 99999999999999999999 1 | a column number"
      })
  void refusesEntriesThatAreNone(String entry, String words) {
    assertMatrixRefused(HEADER + "3 2 2\n2 1 1\n" + entry + "\n", 4, words);
  }

  @Test
  void refusesTooFewEntries() {
    assertMatrixRefused(
        HEADER + "3 2 4\n1 1 1\n2 1 1\n\n",
        5,
        "expected 4 entries, as line 2 says, found the end of the file after 2",
        "incomplete");
    assertMatrixRefused(
        "%%MatrixMarket matrix array real general\n3 2\n1\n2\n", 4, "6 entries", "after 2");
  }

  @Test
  void refusesTooManyEntries() {
    assertMatrixRefused(
        HEADER + "3 2 1\n1 1 1\n\n2 1 1\n", 5, "expected 1 entries, as line 2 says, found more");
    assertMatrixRefused(
        "%%MatrixMarket matrix array real general\n1 2\n1\n2\n3\n", 5, "2 entries", "found more");
  }

  @Test
  void refusesDuplicateEntriesAndNamesTheSecond() {
    assertMatrixRefused(
        HEADER + "3 2 4\n1 1 1\n\n3 2 5\n% comment\n2 1 2\n\n3 2 0\n",
        9,
        "row 3, column 2 again",
        "keep one of its values, or their sum");
    labels = write(folder, "three.txt", "1\n2\n3\n");
    assertMatrixRefused(HEADER + "3 2 3\n3 2 1\n1 1 1\n3 2 1\n", 5, "row 3, column 2 again");
  }

  @Test
  void refusesTheWrongNumberOfLabels() {
    labels = write(folder, "four.txt", "a\nb\nc\nd\n");
    assertMatrixRefused(
        MATRIX, 2, "3 rows and 2 columns needs 2 or 3 labels", "found 4 in " + labels);
    ReadOptions options = ReadOptions.DEFAULT.withLabels(labels);
    assertRefused(
        () -> read(MATRIX, options.withOrientation(Orientation.DOCUMENTS_AS_ROWS)),
        folder.resolve("m.mtx") + ", line 2: ",
        "needs 3 labels, one per row");
    assertRefused(
        () -> read(MATRIX, options.withOrientation(Orientation.DOCUMENTS_AS_COLUMNS)),
        folder.resolve("m.mtx") + ", line 2: ",
        "needs 2 labels, one per column");
  }

  @Test
  void refusesAnEmptyMatrix() {
    labels = write(folder, "none.txt", "% nothing\n\n");
    assertRefused(() -> read(HEADER + "3 0 0\n"), labels + ": ", "found none");
  }

  @Test
  void refusesAMatrixWhoseSizeIsALieWithoutMakingRoomForIt() {
    assertMatrixRefused(HEADER + "2147483639 2 2147483639\n1 1 1\n", 3, "incomplete");
  }

  @Test
  void needsLabels() {
    assertRefused(
        () -> read(MATRIX, ReadOptions.DEFAULT), folder.resolve("m.mtx") + ": ", "set labels, or");
    assertRefused(
        () -> Texts.read(MATRIX, "stream", ReadOptions.DEFAULT), "stream: ", "set labels, or");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 sport\n1 tech\n",
        "1 sport\n2 tech\n",
        "2\ttech\n1\tsport",
        "% comment\n# comment\n\n1   tech\n\n0 sport\r\n",
        "\uFEFFsport\r\ntech",
        "%%Clustering hard\n%Clusters 2 sport,tech\n%Objects\n0 0\n1 1",
        "%Clusters 2 sport, tech\n0\n1\n",
        "%Clusters 3 sport,tech,other\n1 1\n0 0\n"
      })
  void readsLabelsHoweverTheyAreWritten(String text) throws IOException {
    labels = write(folder, "labels.txt", text);

    assertTwoDocuments(read(MATRIX));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%Clusters 3 a,b\n0 0\n1 1",
        "%Clusters 1 a\n0 0\n1 1",
        "%Clusters 2 a,a\n0 0\n1 1",
        "%Clusters 2 a,\n0 0\n1 1",
        "%Clusters x a,b\n0 0\n1 1"
      })
  void leavesLabelsAsTheyAreWhereTheNamesDoNotFitThem(String text) throws IOException {
    labels = write(folder, "labels.txt", text);

    assertThat(read(MATRIX).classNames()).containsExactly("0", "1");
  }

  @Test
  void readsLabelsOfSeveralWords() throws IOException {
    labels = write(folder, "labels.txt", "Big news\nsmall talk # not a comment\n");

    assertThat(read(MATRIX).classNames()).containsExactly("Big news", "small talk # not a comment");
  }

  @Test
  void refusesRowNumbersThatDoNotNumberTheRows() {
    assertLabelsRefused("0 a\n\n0 b\n", 3, "row number from 0 to 1 once", "found 0 again");
    assertLabelsRefused("0 a\n2 b\n", 2, "row number from 0 to 1 once", "found 2");
    assertLabelsRefused("5 a\n1 b\n", 1, "row number from 1 to 2 once", "found 5");
    assertLabelsRefused("0 a\nb\n", 2, "a row number and a label", "found 'b'");
  }

  @Test
  void refusesColumnsWhereLabelsOrNamesAreExpected() {
    assertLabelsRefused("one\tsport\ntwo\ttech\n", 1, "several columns: 'one?sport'");
    Path names = write(folder, "m.terms", "one\ntwo\t2\nthree\n");
    labels = write(folder, "two.txt", "sport\ntech\n");
    assertRefused(() -> read(MATRIX), names + ", line 2: ", "several columns: 'two?2'");
  }

  @Test
  void refusesLabelsThatAreNoText() throws IOException {
    assertLabelsRefused("a\nb\0\n", 2, "0x00", "label text file");
    labels = Files.write(folder.resolve("latin1.txt"), new byte[] {'a', '\n', (byte) 0xE9, '\n'});
    assertRefused(() -> read(MATRIX), labels + ", line 2: ", "UTF-8");
    assertLabelsRefused("a\n" + "b".repeat(1 << 21), 2, "at most 1048576 bytes");
  }

  @Test
  void findsTheFilesOfTheSameNameBesideIt() throws IOException {
    write(folder, "x.classes", "sport\ntech\n");
    write(folder, "x.terms", "one\n# two\nthree\n");
    write(folder, "x.docs", "first\nsecond\n");
    Path matrix =
        Files.write(
            folder.resolve("x.mtx.gz"),
            Compressions.GZIP.compress(MATRIX.getBytes(java.nio.charset.StandardCharsets.UTF_8)));

    Dataset dataset = DatasetReader.read(matrix);

    assertTwoDocuments(dataset);
    assertThat(dataset.name()).isEqualTo("x");
    assertThat(dataset.featureNames()).containsExactly("one", "# two", "three");
    assertThat(dataset.rowNames()).containsExactly("first", "second");
  }

  @Test
  void findsTheOtherSuffixesToo() throws IOException {
    write(folder, "m.labels", "sport\ntech\n");
    write(folder, "m.features", "one\ntwo\nthree\n");

    Dataset dataset = read(MATRIX, ReadOptions.DEFAULT);

    assertTwoDocuments(dataset);
    assertThat(dataset.featureNames()).containsExactly("one", "two", "three");
  }

  @Test
  void prefersTheFilesOfTheOptions() throws IOException {
    write(folder, "m.classes", "wrong\nwrong\n");
    write(folder, "m.terms", "wrong\nwrong\nwrong\n");
    write(folder, "m.docs", "wrong\nwrong\n");

    Dataset dataset =
        read(
            MATRIX,
            ReadOptions.DEFAULT
                .withLabels(labels)
                .withFeatureNames(write(folder, "names", "one\ntwo\nthree\n"))
                .withRowNames(write(folder, "rows", "first\nsecond\n\n\n")));

    assertTwoDocuments(dataset);
    assertThat(dataset.featureNames()).containsExactly("one", "two", "three");
    assertThat(dataset.rowNames()).containsExactly("first", "second");
  }

  @Test
  void refusesTheWrongNumberOfNames() {
    Path names = write(folder, "names", "one\ntwo\n");
    assertRefused(
        () -> read(MATRIX, ReadOptions.DEFAULT.withLabels(labels).withFeatureNames(names)),
        names + ": ",
        "a name for each of the 3 features of " + folder.resolve("m.mtx"),
        "found 2 names");
    Path rows = write(folder, "m.docs", "one\ntwo\nthree\n");
    assertRefused(() -> read(MATRIX), rows + ": ", "each of the 2 rows", "found 3 names");
  }

  @Test
  void refusesNamesThatAreMissing() {
    Path names = write(folder, "m.terms", "one\n\n\nthree\n");
    assertRefused(() -> read(MATRIX), names + ", line 2: ", "a name on each line");
    write(folder, "m.terms", "\n\n");
    assertRefused(() -> read(MATRIX), names + ": ", "found no line");
  }

  @Test
  void readsSeveralMatricesAsOneDataset() throws IOException {
    for (String name : List.of("a", "b")) {
      write(folder, name + ".mtx", MATRIX);
      write(folder, name + ".terms", "one\ntwo\nthree\n");
    }
    write(folder, "a.labels", "sport\ntech\n");
    write(folder, "b.labels", "tech\nart\n");
    write(folder, "b.docs", "first\nsecond\n");
    List<Path> files = List.of(folder.resolve("a.mtx"), folder.resolve("b.mtx"));

    Dataset dataset = DatasetReader.read(files, ReadOptions.DEFAULT);

    assertThat(dataset.name()).isEqualTo("a+b");
    assertThat(dataset.vectors()).containsExactly(FIRST, SECOND, FIRST, SECOND);
    assertThat(dataset.classNames()).containsExactly("art", "sport", "tech");
    assertThat(dataset.labels()).containsExactly(1, 2, 2, 0);
    assertThat(dataset.featureNames()).containsExactly("one", "two", "three");
    assertThat(dataset.rowNames()).containsExactly("row 0", "row 1", "first", "second");

    assertRefused(
        () -> DatasetReader.read(files, ReadOptions.DEFAULT.withLabels(labels)),
        "expected one file, as the labels of one are given, found 2");

    write(folder, "b.terms", "one\nzwei\nthree\n");
    assertRefused(
        () -> DatasetReader.read(files, ReadOptions.DEFAULT),
        folder.resolve("b.terms") + ": expected the feature names of " + folder.resolve("a.terms"));

    write(folder, "b.mtx", HEADER + "4 2 0\n");
    assertRefused(
        () -> DatasetReader.read(files, ReadOptions.DEFAULT),
        folder.resolve("b.mtx") + ": expected as many features as in " + folder.resolve("a.mtx"),
        "found 4 instead of 3");
  }
}
