package io.github.sors.data.format;

import static io.github.sors.data.format.Texts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.ReadOptions.Header;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {

  private static final ReadOptions LAST_OF_TWO = ReadOptions.DEFAULT.withLabelColumn("2");
  private static final ReadOptions LAST_OF_THREE = ReadOptions.DEFAULT.withLabelColumn("3");

  private static Dataset read(String text) throws IOException {
    return read(text, ReadOptions.DEFAULT);
  }

  private static Dataset read(String text, ReadOptions options) throws IOException {
    return Texts.read(text, "a.csv", options);
  }

  private static void assertFlowers(Dataset dataset) {
    assertThat(dataset.featureNames()).containsExactly("length", "width");
    assertNamelessFlowers(dataset);
  }

  private static void assertNamelessFlowers(Dataset dataset) {
    assertThat(dataset.name()).isEqualTo("a");
    assertThat(dataset.vectors())
        .containsExactly(
            SparseVector.ofDense(5.1f, 3.5f),
            SparseVector.ofDense(0, -2),
            SparseVector.ofDense(6, 0));
    assertThat(dataset.classNames()).containsExactly("iris", "rose");
    assertThat(dataset.labels()).containsExactly(0, 1, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "length,width,label\n5.1,3.5,iris\n0,-2,rose\n6,0,iris\n",
        "length;width;Class\r\n5.1;3.5;iris\r\n0;-2;rose\r\n6;0;iris",
        "length\twidth\tTARGET\n5.1\t3.5\tiris\n\n0\t-2\trose\n6\t0\tiris\n",
        "\uFEFFlabel,length,width\niris,5.1,3.5\nrose,0,-2\niris,6.00,0e5\n",
        "\"length\",\"width\",\"label\"\n\"5.1\",\"3.5\",\"iris\"\n\"0\",\"-2\",\"rose\"\n6,0,iris\n",
        "length, width, class\n 5.1 , +3.5, iris \n0, -2,\"rose\"\n6,0, iris\n",
        "\n\nlength,class,width\r5.1,iris,3.5\r0,rose,-2\r6,iris,0\r"
      })
  void readsTheSameHoweverItIsWritten(String text) throws IOException {
    assertFlowers(read(text));
  }

  @Test
  void readsAFileWithoutAHeader() throws IOException {
    Dataset dataset = read("5.1,3.5,iris\n0,-2,rose\n6,0,iris\n", LAST_OF_THREE);

    assertNamelessFlowers(dataset);
    assertThat(dataset.featureNames()).isEmpty();
  }

  @Test
  void takesNumericLabelsForNumbers() throws IOException {
    Dataset dataset = read("a,b,label\n1,2,10\n3,4,9\n5,6,9.0\n");

    assertThat(dataset.classNames()).containsExactly("9", "10");
    assertThat(dataset.labels()).containsExactly(1, 0, 0);
  }

  @Test
  void sortsNumbersBeforeTexts() throws IOException {
    assertThat(read("1,b\n1,10\n1,B\n1,9\n", LAST_OF_TWO).classNames())
        .containsExactly("9", "10", "B", "b");
  }

  @Test
  void takesNumbersForColumnNamesIfOneOfThemNamesTheLabel() throws IOException {
    Dataset dataset = read("0,1,target\n5.1,3.5,iris\n");

    assertThat(dataset.size()).isEqualTo(1);
    assertThat(dataset.featureNames()).containsExactly("0", "1");
  }

  @Test
  void takesTheLabelColumnOfTheOptions() throws IOException {
    ReadOptions options = ReadOptions.DEFAULT;
    assertFlowers(
        read(
            "kind,length,width\niris,5.1,3.5\nrose,0,-2\niris,6,0\n",
            options.withLabelColumn("kind")));
    assertFlowers(
        read(
            "length,kind,width\n5.1,iris,3.5\n0,rose,-2\n6,iris,0\n",
            options.withLabelColumn("2")));
    assertNamelessFlowers(
        read("iris,5.1,3.5\nrose,0,-2\niris,6,0\n", options.withLabelColumn("1")));
    assertThat(read("label,kind\n1,iris\n", options.withLabelColumn("kind")).featureNames())
        .containsExactly("label");
    assertThat(read("0,1,1.5\n7,8,9\n", options.withLabelColumn("1.5")).featureNames())
        .containsExactly("0", "1");
  }

  @Test
  void takesTheFirstLineForWhatTheOptionsSay() throws IOException {
    ReadOptions options = LAST_OF_THREE;
    assertThat(read("1,2,3\n4,5,6\n", options.withHeader(Header.PRESENT)).featureNames())
        .containsExactly("1", "2");
    assertThat(read("1,2,label\n4,5,x\n", options.withHeader(Header.ABSENT)).classNames())
        .containsExactly("label", "x");
    assertRefused(
        () -> read("a,b,label\n4,5,x\n", options.withHeader(Header.ABSENT)),
        "a.csv, line 1: ",
        "column 1, found 'a'");
  }

  @Test
  void takesTheSeparatorOfTheOptions() throws IOException {
    assertFlowers(
        read(
            "length|width|label\n5.1|3.5|iris\n0|-2|rose\n6|0|iris\n",
            ReadOptions.DEFAULT.withSeparator('|')));
    assertThat(read("1,2,a;b;c;d\n", LAST_OF_THREE.withSeparator(',')).classNames())
        .containsExactly("a;b;c;d");
  }

  @Test
  void doesNotTakeASeparatorInQuotesForOne() throws IOException {
    Dataset dataset = read("\"a;b;c\",\"d;;\",label\n1,2,\"x,y\"\n");

    assertThat(dataset.featureNames()).containsExactly("a;b;c", "d;;");
    assertThat(dataset.classNames()).containsExactly("x,y");
  }

  @Test
  void takesSemicolonsForSeparatorsBetweenDecimalCommasAndSaysWhatIsWrong() {
    assertRefused(
        () -> read("5,1;3,5;iris\n", LAST_OF_THREE.withHeader(Header.ABSENT)),
        "a.csv, line 1: ",
        "column 1, found '5,1': write numbers with a decimal point");
  }

  @Test
  void readsQuotesLineBreaksAndOtherAlphabets() throws IOException {
    Dataset dataset = read("größe,\"a \"\"b\"\"\",label\n\"1\n\",2,日本\n3,4,\"\"\"x\"\"\"\n");

    assertThat(dataset.featureNames()).containsExactly("größe", "a \"b\"");
    assertThat(dataset.classNames()).containsExactly("\"x\"", "日本");
  }

  @Test
  void readsMoreColumnsThanAnyBuffer() throws IOException {
    int columns = 50_000;
    String[] cells = new String[columns];
    Arrays.fill(cells, "0.5");
    cells[columns - 1] = "x";

    Dataset dataset =
        read(
            String.join(",", cells) + "\n",
            ReadOptions.DEFAULT.withLabelColumn(Integer.toString(columns)));

    assertThat(dataset.vector(0).size()).isEqualTo(columns - 1);
    assertThat(dataset.classNames()).containsExactly("x");
  }

  @Test
  void readsRandomValuesToTheSameFloats() throws IOException {
    long seed = 5;
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      Dataset expected = Texts.random(random);
      StringBuilder text = new StringBuilder();
      for (int row = 0; row < expected.size(); row++) {
        for (int j = 0; j < expected.dimension(); j++) {
          text.append(expected.vector(row).get(j)).append(',');
        }
        text.append(expected.classNames().get(expected.label(row))).append('\n');
      }
      if (expected.dimension() > 0) {
        ReadOptions last =
            ReadOptions.DEFAULT.withLabelColumn(Integer.toString(expected.dimension() + 1));
        Texts.assertSameRows(
            read(text.toString(), last), expected, "seed " + seed + ", round " + round);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,,x         | expected a number in column 2 ('width'), found an empty cell",
        "1,  ,x       | expected a number in column 2 ('width'), found an empty cell",
        "1,\"\",x     | expected a number in column 2 ('width'), found an empty cell",
        "abc,2,x      | in column 1 ('length'), found 'abc'",
        "1,NaN,x      | in column 2 ('width'), found 'NaN'",
        "1,1e39,x     | at most 3.4028235E38 in size in column 2 ('width'), found '1e39'",
        "1,٣,x        | found '٣'",
        "1,2,         | expected a label in column 3 ('label'), found an empty cell",
        "1,2          | expected 3 cells, as in the first line, found 2",
        "1,2,3,x      | expected 3 cells, as in the first line, found 4"
      })
  void refusesWrongCellsAndNamesTheirColumn(String row, String words) {
    assertRefused(
        () -> read("length,width,label\n1,2,x\n\n" + row + "\n1,2,x\n"), "a.csv, line 4: ", words);
  }

  @Test
  void countsTheLinesInsideOfQuotes() {
    assertRefused(() -> read("a,b,label\n\"1\n\n\",2,x\n1,y,x\n"), "a.csv, line 5: ", "'y'");
  }

  @Test
  void cutsLongCellsShort() {
    assertRefused(
        () -> read("a,b,label\n" + "9".repeat(5000) + ",2,x\n"),
        "a.csv, line 2: ",
        "found '" + "9".repeat(39) + "…'");
  }

  @Test
  void takesMissingValuesInTheFirstLineForValuesNotForNames() {
    assertRefused(() -> read("1,NA,x\n1,2,y\n", LAST_OF_THREE), "a.csv, line 1: ", "found 'NA'");
    assertRefused(
        () -> read("1,-inf,x\n1,2,y\n", LAST_OF_THREE), "a.csv, line 1: ", "found '-inf'");
  }

  @Test
  void refusesQuotesThatDoNotMatch() {
    assertRefused(() -> read("a,b,label\n1,2,\"x\n1,2,y\n"), "a.csv, after line 1: ", "quote");
    assertRefused(() -> read("a,b,label\n1,\"2\"3,x\n"), "a.csv, after line 1: ", "quote");
  }

  @Test
  void refusesLineBreaksInNames() {
    assertRefused(
        () -> read("a,b,label\n1,2,\"x\ny\"\n"), "a.csv, line 2: ", "label without", "'x?y'");
    assertRefused(
        () -> read("a,\"b\nc\",label\n1,2,x\n"), "a.csv, line 1: ", "column name without");
  }

  @Test
  void refusesAFileWithoutRows() {
    assertRefused(() -> read("a,b,label\n"), "a.csv: ", "no rows");
    assertRefused(() -> read("", ReadOptions.DEFAULT.withFormat(Format.CSV)), "a.csv: ", "no rows");
  }

  @Test
  void refusesAFileWithoutFeatures() {
    assertRefused(
        () -> read("label\nx\n"), "a.csv, line 1: ", "at least one feature", "comma, semicolon");
    assertRefused(() -> read("0.5 0.5 x\n"), "a.csv, line 1: ", "found '0.5 0.5 x'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "length,width,species\n5.1,3.5,iris\n",
        "5.1,3.5,iris\n0,-2,rose\n",
        "1,2,3\n4,5,6\n"
      })
  void doesNotGuessWhichColumnHasTheClasses(String text) {
    String first = text.lines().findFirst().orElseThrow().replace(",", ", ");
    for (Header header : Header.values()) {
      assertRefused(
          () -> read(text, ReadOptions.DEFAULT.withHeader(header)),
          "a.csv, line 1: expected a column called label, class or target for the classes, found '"
              + first
              + "': set labelColumn to 3 if the last column has the classes, or give the name or the"
              + " number of another");
    }
  }

  @Test
  void readsRowsWithoutClasses() throws IOException {
    ReadOptions none = ReadOptions.DEFAULT.withLabelColumn("none");
    for (String text : new String[] {"length,width\n5.1,3.5\n0,-2\n", "5.1,3.5\n0,-2\n"}) {
      Dataset rows = read(text, none);
      assertThat(rows.vectors())
          .containsExactly(SparseVector.ofDense(5.1f, 3.5f), SparseVector.ofDense(0, -2));
      assertThat(rows.classCount()).isEqualTo(1);
    }
    assertThat(read("length,width\n5.1,3.5\n", none).featureNames())
        .containsExactly("length", "width");
    assertThat(read("x\n1\n2\n", none).size()).isEqualTo(2);
    assertThat(read("length,none\n5.1,a\n3,b\n", none).classNames())
        .as("a column called none")
        .containsExactly("a", "b");
  }

  @Test
  void refusesALabelColumnThatIsNotThere() {
    ReadOptions options = ReadOptions.DEFAULT;
    assertRefused(
        () -> read("a,b,c\n1,2,3\n", options.withLabelColumn("kind")),
        "a.csv, line 1: ",
        "named 'kind', found 'a, b, c'");
    for (String number : new String[] {"0", "4", "99999999999999999999"}) {
      assertRefused(
          () -> read("a,b,c\n1,2,3\n", options.withLabelColumn(number)),
          "a.csv, line 1: ",
          "from 1 to 3",
          "'" + number + "'");
    }
    assertRefused(
        () -> read("1,2,c\n", options.withLabelColumn("c").withHeader(Header.ABSENT)),
        "a.csv, line 1: ",
        "named 'c'");
  }

  @Test
  void refusesTwoLabelColumns() {
    assertRefused(
        () -> read("a,Label,class\n1,2,3\n"), "a.csv, line 1: ", "column 2 'Label' and column 3");
    assertRefused(
        () -> read("a,k,k\n1,2,3\n", ReadOptions.DEFAULT.withLabelColumn("k")),
        "a.csv, line 1: ",
        "column 2 'k' and column 3 'k'");
  }

  @Test
  void refusesTextThatIsNotUtf8() {
    byte[] latin = "a,b,label\n1,2,gr\u00FC\u00DFe\n".getBytes(StandardCharsets.ISO_8859_1);
    assertRefused(
        () -> Texts.read(latin, "a.csv", ReadOptions.DEFAULT), "a.csv, after line ", "UTF-8");
  }

  @Test
  void refusesDamagedCompressionInTheMiddle() {
    StringBuilder text = new StringBuilder("a,b,label\n");
    Random random = new Random(3);
    for (int row = 0; row < 50_000; row++) {
      text.append(random.nextFloat()).append(",2,x\n");
    }
    byte[] whole = Compressions.GZIP.compress(text.toString().getBytes(StandardCharsets.UTF_8));
    assertRefused(
        () -> Texts.read(Arrays.copyOf(whole, whole.length / 2), "a.csv", ReadOptions.DEFAULT),
        "a.csv: the gzip data is damaged or incomplete");
  }

  @Test
  void leavesTheStreamOpen() throws IOException {
    AtomicBoolean closed = new AtomicBoolean();
    InputStream in =
        new ByteArrayInputStream("1,x\n".getBytes(StandardCharsets.UTF_8)) {
          @Override
          public void close() {
            closed.set(true);
          }
        };

    DatasetReader.read(in, "a", LAST_OF_TWO);

    assertThat(closed).isFalse();
  }
}
