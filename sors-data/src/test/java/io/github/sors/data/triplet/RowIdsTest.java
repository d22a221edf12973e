package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.feedback.Feedback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowIdsTest {

  @TempDir private Path folder;

  /** Five rows, of which two have the same name and one has a number for a name. */
  private final RowIds rows =
      RowIds.of(
          new Dataset(
              "d",
              Collections.nCopies(5, SparseVector.ofDense(1)),
              new int[5],
              List.of("c"),
              List.of(),
              List.of("apple", "red pear", "twin", "twin", "1")));

  @Test
  void namesGoBeforeNumbers() {
    assertThat(rows.size()).isEqualTo(5);
    assertThat(rows.row("red pear")).isEqualTo(1);
    assertThat(rows.row("1")).isEqualTo(4);
    assertThat(rows.row("3")).isEqualTo(3);
    assertThat(RowIds.ofNumbers(7).row("6")).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "plum | expected the name of a row or a number from 0 to 4, found 'plum'",
        "5 | expected the name of a row or a number from 0 to 4, found '5'",
        "-1 | expected the name of a row or a number from 0 to 4, found '-1'",
        "99999999999 | expected the name of a row or a number from 0 to 4, found '99999999999'",
        "twin | expected a row, found a name that several rows have: 'twin'; give row numbers from"
            + " 0",
      })
  void refusesWhatIsNoRow(String id, String message) {
    assertThatThrownBy(() -> rows.row(id))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(message);
  }

  @Test
  void readsTripletsOfRows() throws IOException {
    Path file = Files.writeString(folder.resolve("t"), "apple\t1\t3\nred pear\ttwin\t0\n");
    assertThatThrownBy(() -> FixedTriplets.read(file, rows))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(file + ", line 2: expected a row, found a name that several");
    Files.writeString(file, "apple\t1\t3\nred pear\t2\t0\t0.5\n");
    assertThat(FixedTriplets.read(file, rows).fingerprint())
        .isEqualTo(FixedTriplets.of(0, 4, 3, 1, 2, 0).withWeights(1, 0.5).fingerprint());
  }

  @Test
  void readsGroupsOfRows() throws IOException {
    Path file = Files.writeString(folder.resolve("g"), "[\"apple\", 3, 1]\ng\tred pear\ng\t0\n");
    assertThat(RowGroups.read(file, rows).fingerprint())
        .isEqualTo(RowGroups.of(5, List.of(new int[] {0, 3, 4}, new int[] {0, 1})).fingerprint());
    Files.writeString(file, "g\t0\ng\tplum\n");
    assertThatThrownBy(() -> RowGroups.read(file, rows))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            file + ", line 2: expected the name of a row or a number from 0 to 4, found 'plum'");
  }

  @Test
  void feedbackIsEachPreferredBesideEachRejected() {
    Feedback feedback =
        new Feedback("apple", List.of("2", "3"), List.of("1", "red pear"), 0.5, null, "");
    assertThat(FixedTriplets.of(List.of(feedback), rows).fingerprint())
        .isEqualTo(
            FixedTriplets.of(0, 2, 4, 0, 2, 1, 0, 3, 4, 0, 3, 1)
                .withWeights(0.5, 0.5, 0.5, 0.5)
                .fingerprint());
  }
}
