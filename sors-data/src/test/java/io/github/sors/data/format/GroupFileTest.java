package io.github.sors.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupFileTest {

  @TempDir private Path folder;

  /** Five rows, of which two have the same name and one has a number for a name. */
  private final Dataset data =
      new Dataset(
          "d",
          List.of(vector(), vector(), vector(), vector(), vector()),
          new int[5],
          List.of("c"),
          List.of(),
          List.of("apple", "red pear", "twin", "twin", "1"));

  private static SparseVector vector() {
    return SparseVector.ofDense(1);
  }

  private List<int[]> read(String text) throws IOException {
    return GroupFile.read(Files.writeString(folder.resolve("groups"), text), data);
  }

  @Test
  void readsLinesOfGroupAndRowInAnyOrder() throws IOException {
    List<int[]> groups = read("s 1\tapple\nother\tred pear\r\n\ns 1\t3\ns 1\t1\nother\tapple\n");
    assertThat(groups).hasSize(2);
    // a name goes before a number: row 4 is called 1
    assertThat(groups.get(0)).containsExactly(0, 3, 4);
    assertThat(groups.get(1)).containsExactly(1, 0);
  }

  @Test
  void readsJsonLists() throws IOException {
    List<int[]> groups = read("[\"apple\", 2, \"red pear\"]\n[3,0]\ng\t2\n");
    assertThat(groups).hasSize(3);
    assertThat(groups.get(0)).containsExactly(0, 2, 1);
    assertThat(groups.get(1)).containsExactly(3, 0);
    assertThat(groups.get(2)).containsExactly(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "apple | expected 'group<TAB>row' or a JSON list of rows, found 'apple'",
        "g\\tapple\\t1 | expected 'group<TAB>row'",
        "g\\tplum | expected the name of a row or a number from 0 to 4, found 'plum'",
        "g\\t5 | expected the name of a row or a number from 0 to 4, found '5'",
        "g\\ttwin | found a name that several rows have: 'twin'; give row numbers from 0",
        "[0, 1.5] | expected a JSON list of names and numbers of rows",
        "[0, [1]] | expected a JSON list of names and numbers of rows",
        "[0, 1 | expected a JSON list of rows",
        "[0] [1] | expected one JSON list per line",
      })
  void refusesWhatIsNoGroupByItsLine(String line, String words) {
    assertThatThrownBy(() -> read("g\t0\n" + line.replace("\\t", "\t") + "\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("groups, line 2: ")
        .hasMessageContaining(words);
  }

  @Test
  void refusesAFileWithoutGroups() {
    assertThatThrownBy(() -> read("\n\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("JSON lists of rows, found none");
  }
}
