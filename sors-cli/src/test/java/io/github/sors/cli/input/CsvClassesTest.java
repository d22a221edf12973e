package io.github.sors.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No command guesses which column of a CSV file has the classes. */
class CsvClassesTest {

  private static final String REFUSAL =
      "flowers.csv, line 1: expected a column called label, class or target for the classes, found"
          + " 'length, width, species': use --label-column 3 if the last column has the classes, or"
          + " give the name or the number of another, or 'none' if no column has them";

  @TempDir Path folder;
  private Path flowers;
  private Path model;
  private Path vectors;

  @BeforeEach
  void write() throws IOException {
    flowers = folder.resolve("flowers.csv");
    Files.writeString(
        flowers, "length,width,species\n" + "5,3,iris\n4,3,iris\n0,2,rose\n1,2,rose\n".repeat(5));
    model = folder.resolve("flowers.sors");
    vectors = folder.resolve("flowers.vectors");
  }

  @Test
  void theColumnHasToBeNamed() {
    Outcome.of("data", "info", flowers).refused(REFUSAL);
    Outcome.of("train", flowers, "--model", model).refused(REFUSAL);
    assertThat(model).doesNotExist();
    List<Object> named = List.of(flowers, "--label-column", "species");
    Outcome.of("train", named, "--model", model, "--algorithm", "sors-1", "--rounds", 50)
        .succeeded();
    Outcome.of("evaluate", flowers, "--model", model).refused(REFUSAL);
    Outcome.of("evaluate", flowers, "--label-column", 3, "--model", model).succeeded();
    Outcome.of("search", flowers, "--model", model, "--query", 0).refused(REFUSAL);
    Outcome.of("tune", flowers, "--algorithm", "sors-1").refused(REFUSAL);
  }

  @Test
  void rowsWithoutClassesAreLearntFromGroups() throws IOException {
    Path items = folder.resolve("items.csv");
    Files.writeString(items, "length,width\n" + "5,3\n4,3\n0,2\n1,2\n".repeat(5));
    Path groups = Files.writeString(folder.resolve("groups.jsonl"), "[0,1,4]\n[2,3,6]\n[5,8]\n");
    List<Object> unlabelled = List.of(items, "--label-column", "none");

    Outcome.of("train", unlabelled, "--model", model, "--algorithm", "sors-1")
        .refused("triplets need");
    Outcome.of(
            List.of("train", unlabelled, "--model", model, "--algorithm", "sors-1"),
            List.of("--groups", groups, "--rounds", 50))
        .succeeded();
    assertThat(Outcome.json("info", model, "--json").get("queryDimension").intValue()).isEqualTo(2);
    assertThat(Outcome.of("evaluate", unlabelled, "--model", model).succeeded().out())
        .startsWith("3 held-out groups\n");
  }

  @Test
  void vectorizeSaysThatRowsHaveNoClass() throws IOException {
    Outcome silent =
        Outcome.of("vectorize", flowers, "--output", vectors, "--max-df", 1).succeeded();
    assertThat(silent.err())
        .isEqualTo(
            "note: the rows have no class, which 'sors train' needs without --triplets or --groups;"
                + " content: length, width, species; --label-column names the column of the"
                + " class\n");
    assertThat(silent.lines().get(0)).isEqualTo("read     20 rows of 0 classes");

    Outcome named =
        Outcome.of(
                "vectorize",
                List.of(flowers, "--label-column", "species", "--output", vectors),
                List.of("--max-df", 1, "--json"))
            .succeeded();
    assertThat(named.err()).isEmpty();
    JsonNode made = named.json();
    assertThat(made.get("classes").intValue()).isEqualTo(2);
    assertThat(Outcome.of("vectorize", flowers, "--like", vectors, "--output", model).err())
        .isEmpty();
  }

  @Test
  void vectorizeCountsTheRowsWithoutAClass() throws IOException {
    Path some =
        Files.writeString(folder.resolve("some.csv"), "class,word\na,x\n,x\nb,y\n,y\nb,y\n");
    assertThat(Outcome.of("vectorize", some, "--output", vectors, "--max-df", 1).err())
        .startsWith("note: 2 rows have no class, and 'sors train' takes them for one class:");
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve("a.txt"), "one word");
    Files.writeString(texts.resolve("b.txt"), "one word more");
    assertThat(Outcome.of("vectorize", texts, "--output", vectors, "--max-df", 1).err())
        .isEqualTo(
            "note: the rows have no class, which 'sors train' needs without --triplets or"
                + " --groups\n");
  }
}
