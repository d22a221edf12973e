package io.github.sors.data.format;

import static io.github.sors.data.format.Texts.assertRefused;
import static io.github.sors.data.format.Texts.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TripletFileTest {

  @TempDir Path folder;

  private static int[] readAll(Path file, int rows) throws IOException {
    IntList numbers = new IntList();
    try (TripletFile triplets = TripletFile.open(file, rows)) {
      while (triplets.next()) {
        assertThat(triplets.weight()).isEqualTo(1);
        numbers.add(triplets.query());
        numbers.add(triplets.positive());
        numbers.add(triplets.negative());
      }
    }
    return numbers.toArray();
  }

  @Test
  void readsWeightsWhereThereAreAny() throws IOException {
    Path file = write(folder, "t", "0 1 2 0.1\n1,2,0\n2\t0\t1\t3e-2 # little\n2 1 0 1\n");
    List<Double> weights = new ArrayList<>();
    try (TripletFile triplets = TripletFile.open(file, 3)) {
      while (triplets.next()) {
        weights.add(triplets.weight());
      }
    }
    assertThat(weights).containsExactly(0.1, 1.0, 0.03, 1.0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 1 2\n9 8 7\n",
        "0,1,2\n9,8,7",
        "0\t1\t2\r\n9\t8\t7\r\n",
        "\uFEFF# comment\n\n 0 , 1,\t2 # more\n  #\n9   8\t 7\n\n"
      })
  void readsTripletsHoweverTheyAreWritten(String text) throws IOException {
    assertThat(readAll(write(folder, "t", text), 10)).containsExactly(0, 1, 2, 9, 8, 7);
  }

  @Test
  void walksThroughTripletsWithTheirLines() throws IOException {
    byte[] text = "# first\n0 1 2\n\n3 4 0\n".getBytes(StandardCharsets.UTF_8);
    try (TripletFile triplets = TripletFile.open(new ByteArrayInputStream(text), "t", 5)) {
      assertThat(triplets.next()).isTrue();
      assertThat(triplets.line()).isEqualTo(2);
      assertThat(triplets.next()).isTrue();
      assertThat(new int[] {triplets.query(), triplets.positive(), triplets.negative()})
          .containsExactly(3, 4, 0);
      assertThat(triplets.line()).isEqualTo(4);
      assertThat(triplets.next()).isFalse();
      assertThat(triplets.next()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsRandomTripletsBack(Compressions compression) throws IOException {
    long seed = 11;
    Random random = new Random(seed);
    int[] expected = random.ints(30_000, 0, 1_000_000_000).toArray();
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < expected.length; k++) {
      text.append(expected[k]).append(k % 3 == 2 ? "\n" : " ");
    }
    Path file =
        Files.write(
            folder.resolve("t"),
            compression.compress(text.toString().getBytes(StandardCharsets.UTF_8)));

    assertThat(readAll(file, 1_000_000_000)).as("seed " + seed).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 1 10   | expected a row number from 0 to 9, found '10'",
        "-1 1 2   | expected a row number from 0 to 9, found '-1'",
        "0 x 2    | expected a row number from 0 to 9, found 'x'",
        "0 1.0 2  | expected a row number from 0 to 9, found '1.0'",
        "0 99999999999999999999 2 | found '99999999999999999999'",
        "0,,2     | expected a row number from 0 to 9, found ''",
        "0 1      | three row numbers 'query positive negative', and at most a weight, found '0 1'",
        "0 1 2 3 4 | three row numbers 'query positive negative', and at most a weight, found",
        "0 1 2 0  | expected a weight above 0 and at most 1000000.0, found '0'",
        "0 1 2 -1 | expected a weight above 0 and at most 1000000.0, found '-1'",
        "0 1 2 2e9 | expected a weight above 0 and at most 1000000.0, found '2e9'",
        "0 1 2 NaN | expected a weight above 0 and at most 1000000.0, found 'NaN'",
        "0 1 2 1d | expected a weight above 0 and at most 1000000.0, found '1d'",
        "0 1 2,   | expected a weight above 0 and at most 1000000.0, found ''",
        "0;1;2    | three row numbers"
      })
  void refusesWhatIsNoTripletOfRows(String line, String words) {
    Path file = write(folder, "t.txt", "# rows\n1 2 3\n" + line + "\n1 2 3\n");
    assertRefused(() -> readAll(file, 10), file + ", line 3: ", words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# comment\n"})
  void refusesAFileWithoutTriplets(String text) {
    Path file = write(folder, "t", text);
    assertRefused(() -> readAll(file, 10), file + ": ", "found no triplet");
  }

  @Test
  void refusesBinaryData() {
    Path file = write(folder, "t", "0 1 2\n\0\n");
    assertRefused(() -> readAll(file, 10), file + ", line 2: ", "triplet text file");
  }

  @Test
  void refusesAFileThatIsNotThereOrDamaged() throws IOException {
    Path missing = folder.resolve("missing");
    assertRefused(() -> TripletFile.open(missing, 10), missing + ": ", "no such file");
    byte[] whole = Compressions.GZIP.compress("0 1 2\n".getBytes(StandardCharsets.UTF_8));
    Path cut = Files.write(folder.resolve("cut"), java.util.Arrays.copyOf(whole, 15));
    assertRefused(() -> TripletFile.open(cut, 10), cut + ": ", "damaged or incomplete");
  }

  @Test
  void needsRows() {
    assertThatThrownBy(() -> TripletFile.open(folder.resolve("t"), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
