package io.github.sors.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

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
      "flowers: expected labels, found none in the items' fields length, width, species: name their"
          + " column with --label-column, or give --groups or --triplets, or queries with --clicks"
          + " or --qrels";

  @TempDir Path folder;
  private Path flowers;
  private Path model;

  @BeforeEach
  void write() throws IOException {
    flowers = folder.resolve("flowers.csv");
    Files.writeString(
        flowers, "length,width,species\n" + "5,3,iris\n4,3,iris\n0,2,rose\n1,2,rose\n".repeat(5));
    model = folder.resolve("flowers.sors");
  }

  @Test
  void theColumnHasToBeNamed() {
    Outcome.of("train", flowers, "--model", model).refused(REFUSAL);
    assertThat(model).doesNotExist();
    List<Object> named = List.of(flowers, "--label-column", "species");
    Outcome.of("train", named, "--model", model, "--algorithm", "sors-1", "--rounds", 50)
        .succeeded();
    String found = "found items with the fields length, width, species";
    Outcome.of("evaluate", flowers, "--model", model).refused(found);
    Outcome.of("evaluate", flowers, "--label-column", 3, "--model", model).succeeded();
    Outcome.of("search", flowers, "--model", model, "--item", 0).refused(found);
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
  void numbersWithoutAColumnOfClassesAreRefused() throws IOException {
    Path numbers = Files.writeString(folder.resolve("numbers.csv"), "length,width\n5,3\n0,2\n");
    String refusal =
        "numbers.csv, line 1: expected a column called label, class or target for the classes,"
            + " found 'length, width': use --label-column 2 if the last column has the classes, or"
            + " give the name or the number of another, or 'none' if no column has them";
    Outcome.of("train", numbers, "--model", model).refused(refusal);
    Outcome.of("data", "info", numbers).refused(refusal);
  }

  @Test
  void itemsWithoutALabelAreLeftOutAndCounted() throws IOException {
    Path some =
        Files.writeString(
            folder.resolve("some.csv"), "class,word\n" + "a,x y\n,x\nb,y z\n,y\nb,y\n".repeat(4));
    List<Object> learn =
        List.of("--model", model, "--max-df", 1, "--algorithm", "sors-1", "--rounds", 50);
    Outcome learnt = Outcome.of("train", some, learn).succeeded();
    assertThat(learnt.err()).contains("note: 8 items have no label and are left out\n");
    Outcome measured = Outcome.of("evaluate", some, "--model", model).succeeded();
    assertThat(measured.err()).isEqualTo("note: 8 items have no label and are left out\n");
    assertThat(measured.out()).startsWith("5 queries against 4 rows each");
    assertThat(Outcome.json("search", some, "--model", model, "--query", "x", "--json").get("hits"))
        .as("a search needs no labels")
        .hasSize(10);

    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve("a.txt"), "one word");
    Files.writeString(texts.resolve("b.txt"), "one word more");
    Outcome.of("train", texts, learn).refused("texts: expected labels, found none", "--triplets");
    Files.writeString(texts.resolve("c.txt"), "another one");
    Path triplets = Files.writeString(folder.resolve("triplets"), "0 1 2\n");
    Outcome.of("train", texts, learn, "--triplets", triplets).succeeded();
  }
}
