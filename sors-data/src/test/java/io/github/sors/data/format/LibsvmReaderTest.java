package io.github.sors.data.format;

import static io.github.sors.data.format.Texts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LibsvmReaderTest {

  private static final ReadOptions LIBSVM = ReadOptions.DEFAULT.withFormat(Format.LIBSVM);

  private static Dataset read(String text) throws IOException {
    return Texts.read(text, "a.libsvm", LIBSVM);
  }

  private static void assertLineRefused(String line, String... words) {
    assertRefused(() -> read("1 1:1\n# 2\n" + line + "\n2 1:1\n"), "a.libsvm, line 3: ", words);
  }

  private static SparseVector vector(int[] indices, float... values) {
    return SparseVector.of(indices, values);
  }

  @Test
  void readsLabelsAndEntries() throws IOException {
    Dataset dataset = read("2 1:0.5 3:-2e1\n-1 2:7\n2\n");

    assertThat(dataset.name()).isEqualTo("a");
    assertThat(dataset.classNames()).containsExactly("-1", "2");
    assertThat(dataset.labels()).containsExactly(1, 0, 1);
    assertThat(dataset.vectors())
        .containsExactly(
            vector(new int[] {0, 2}, 0.5f, -20), vector(new int[] {1}, 7), SparseVector.EMPTY);
    assertThat(dataset.dimension()).isEqualTo(3);
    assertThat(dataset.featureNames()).isEmpty();
    assertThat(dataset.rowNames()).isEmpty();
  }

  @Test
  void aBlankMayFollowTheColon() throws IOException {
    Dataset dataset = Texts.read("1 1: .5 4:\t-2\n2 3: 7\n", "a", ReadOptions.DEFAULT);

    assertThat(dataset.vectors())
        .containsExactly(vector(new int[] {0, 3}, 0.5f, -2), vector(new int[] {2}, 7));
    assertLineRefused("1 1: 2:7", "a finite decimal number after the colon", "found '2:7'");
  }

  @Test
  void passesOverBlankLinesCommentsAndQueryNumbers() throws IOException {
    Dataset dataset =
        read("# a comment\n\n   \t\n1 qid:3 1:2 # 2:3\n  #\n2 2:1#3:1\n3 qid:99 # nothing\n");

    assertThat(dataset.classNames()).containsExactly("1", "2", "3");
    assertThat(dataset.vectors())
        .containsExactly(vector(new int[] {0}, 2), vector(new int[] {1}, 1), SparseVector.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 1:2 3:4\n2 2:5\n",
        "1 1:2 3:4\n2 2:5",
        "1 1:2 3:4\r\n2 2:5\r\n",
        "1 1:2 3:4\r2 2:5\r",
        "1\t1:2\t\t3:4\t\n2\t2:5\n",
        "  1  1:2  3:4  \n\n\n  2 2:5",
        "\uFEFF1 1:2 3:4\n2 2:5\n",
        "+1 1:+2 3:4.0\n2.0 2:.5e1\n",
        "1 1:2 2:0 3:4 4:0.0 5:-0\n2 1:0 2:5 3:1e-60\n"
      })
  void readsTheSameHoweverItIsWritten(String text) throws IOException {
    Dataset dataset = read(text);

    assertThat(dataset.labels()).containsExactly(0, 1);
    assertThat(dataset.classNames()).containsExactly("1", "2");
    assertThat(dataset.vectors())
        .containsExactly(vector(new int[] {0, 2}, 2, 4), vector(new int[] {1}, 5));
  }

  @Test
  void takesEqualNumbersForTheSameClassAndSortsClassesByValue() throws IOException {
    Dataset dataset = read("10\n1\n1.0\n+1\n-0\n2.50\n-1\n1e0\n0.00\n1e3\n25e-1\n1e30\n");

    assertThat(dataset.classNames()).containsExactly("-1", "0", "1", "2.5", "10", "1000", "1E+30");
    assertThat(dataset.labels()).containsExactly(4, 2, 2, 2, 1, 3, 0, 2, 1, 5, 3, 6);
  }

  @Test
  void keepsLabelsApartThatDifferBeyondDoublePrecision() throws IOException {
    assertThat(read("9007199254740993\n9007199254740992\n").classNames())
        .containsExactly("9007199254740992", "9007199254740993");
  }

  @Test
  void countsFromZeroIfToldSo() throws IOException {
    Dataset dataset = Texts.read("1 0:5 1:6\n", "a", LIBSVM.withZeroBased(true));

    assertThat(dataset.vectors()).containsExactly(vector(new int[] {0, 1}, 5, 6));
  }

  @Test
  void readsTheLargestIndex() throws IOException {
    assertThat(read("1 2147483639:1\n").vector(0).index(0)).isEqualTo(SparseVector.MAXIMUM_INDEX);
    assertThat(Texts.read("1 2147483638:1\n", "a", LIBSVM.withZeroBased(true)).vector(0).index(0))
        .isEqualTo(SparseVector.MAXIMUM_INDEX);
  }

  @ParameterizedTest
  @CsvSource({
    "1 2147483640:1, false",
    "1 2147483639:1, true",
    "1 4294967297:1, false",
    "1 99999999999999999999999999:1, false",
    "1 9223372036854775807:1, true"
  })
  void refusesIndicesThatAreTooLarge(String line, boolean zeroBased) {
    assertRefused(
        () -> Texts.read("1 1:1\n" + line, "a.svm", LIBSVM.withZeroBased(zeroBased)),
        "a.svm, line 2: expected a feature of at most 214748363" + (zeroBased ? 8 : 9),
        line.substring(2));
  }

  @Test
  void refusesIndexZeroAndSaysHowToCountFromIt() {
    assertLineRefused("1 0:1 1:2", "'0:1'", "LIBSVM counts from 1", "set zeroBased if");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1:2", "a:1", ":1", "1.5:1", "+1:1", "q:1", "qi", "qid:x", "qid:"})
  void refusesIndicesThatAreNoNumbers(String entry) {
    assertLineRefused("1 " + entry, "found '" + entry + "'");
  }

  @Test
  void refusesARepeatedIndexAndSaysWhatToDo() {
    assertLineRefused("1 1:1 4:2 4:3", "feature 4 again", "keep one of its values, or their sum");
    assertLineRefused("1 1:1 4:0 4:3", "feature 4 again");
  }

  @Test
  void refusesUnorderedIndicesAndSaysWhatToDo() {
    assertLineRefused("1 5:1 3:2", "feature 3 after 5", "sort the entries of each row");
    assertLineRefused("1 5:0 3:2", "feature 3 after 5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "NaN", "nan", "Infinity", "-inf", "1f", "0x1p3", "1:2", "1,5", "--1"})
  void refusesValuesThatAreNoFiniteNumbers(String value) {
    assertLineRefused("1 3:" + value, "a finite decimal number", "found '3:" + value + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e39", "-1e39", "1e999999999999", "3.4028236e38"})
  void refusesValuesThatDoNotFitSinglePrecision(String value) {
    assertLineRefused("1 3:" + value, "'3:" + value + "'", "single precision");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "1:2 3:4", "NaN 1:1", "1x 1:1", "1e9999 1:1", "é 1:2"})
  void refusesLabelsThatAreNoNumbers(String line) {
    assertLineRefused(line, "a number as label", "'" + line.split(" ", -1)[0] + "'");
  }

  @Test
  void refusesSeveralLabels() {
    assertLineRefused("1,2,3 1:1", "one label per row", "'1,2,3'", "not supported");
  }

  @Test
  void refusesEntriesWithoutAColon() {
    assertLineRefused("1 1:1 7", "expected feature:value, found '7'");
    // a blank after the colon
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0", "1 1:1\0", "1 \u0001:1", "1 1:\u007F", "\u001B[1m", "1 1:1\f"})
  void refusesBinaryData(String line) {
    assertLineRefused(line, "found the byte 0x", "does not look like a LIBSVM text file");
  }

  @Test
  void refusesBytesThatAreNoText() {
    byte[] junk = new byte[1000];
    for (int i = 0; i < junk.length; i++) {
      junk[i] = (byte) (i * 37 + 128);
    }
    assertRefused(() -> Texts.read(junk, "a", LIBSVM), "a, line 1: ");
  }

  @Test
  void cutsLongTokensShort() {
    assertLineRefused("1 " + "x".repeat(3000), "found '" + "x".repeat(39) + "…'");
    assertLineRefused("1 1:" + "9".repeat(5000), "at most 4096 characters", "999…'");
    assertLineRefused("x".repeat(1_000_000), "at most 4096 characters", "xxx…'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# only\n#comments", "   ", "\uFEFF"})
  void refusesAFileWithoutRows(String text) {
    assertRefused(() -> read(text), "a.libsvm: ", "no rows");
    assertRefused(() -> Texts.read(text, "b", ReadOptions.DEFAULT), "b: ", "no rows");
  }

  @Test
  void countsLinesWhateverTheirEnds() {
    assertRefused(() -> read("1\r\n\r\n#\r\nx\r\n"), "a.libsvm, line 4: ");
    assertRefused(() -> read("1\r\r#\rx\r"), "a.libsvm, line 4: ");
    assertRefused(() -> read("1\n\n#\nx"), "a.libsvm, line 4: ");
  }

  @Test
  void readsNumbersThatLieAcrossTheEndOfABuffer() throws IOException {
    for (int shift = 0; shift < 12; shift++) {
      String text = "#" + " ".repeat((1 << 16) - 12 + shift) + "\n1 12:0.375 13:4.5\r\n2 1:1";
      assertThat(read(text).vectors())
          .containsExactly(vector(new int[] {11, 12}, 0.375f, 4.5f), vector(new int[] {0}, 1));
    }
  }

  @Test
  void streamsSoThatAnEndlessTextIsReadUpToItsFirstError() {
    byte[] start = "1 1:1\n1 2:1\nx\n".getBytes(StandardCharsets.US_ASCII);
    InputStream blankLines =
        new InputStream() {
          @Override
          public int read() {
            return '\n';
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            Arrays.fill(bytes, offset, offset + length, (byte) '\n');
            return length;
          }
        };
    InputStream endless = new SequenceInputStream(new ByteArrayInputStream(start), blankLines);

    assertRefused(() -> DatasetReader.read(endless, "endless", LIBSVM), "endless, line 3: ");
  }
}
