package io.github.sors.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model meets only rows whose features mean what it has learnt. */
class SameFeaturesTest {

  private static final List<Object> LEARN = List.of("--algorithm", "sors-2", "--rounds", 50);

  @TempDir static Path folder;

  private static Path documents;
  private static Path model;
  private static Path later;
  private static Path others;

  @BeforeAll
  static void learn() throws IOException {
    documents = folder.resolve("documents.jsonl");
    StringBuilder lines = new StringBuilder();
    for (int k = 0; k < 24; k++) {
      lines.append(
          "{\"id\": \"d%d\", \"label\": \"%s\", \"text\": \"%s flow %d\"}%n"
              .formatted(k, k % 2 == 0 ? "hot" : "wing", k % 2 == 0 ? "heat" : "wing", k % 3));
    }
    Files.writeString(documents, lines);
    later = folder.resolve("later.jsonl");
    Files.writeString(
        later,
        """
        {"id": "e1", "label": "hot", "text": "cold ice of winter"}
        {"id": "e2", "label": "hot", "text": "cold heat"}
        {"id": "e3", "label": "wing", "text": "ice wing cold"}
        """);
    model = folder.resolve("documents.sors");
    others = folder.resolve("others.sors");
    Outcome.of("train", documents, LEARN, "--max-df", 1, "--model", model).succeeded();
    Outcome.of("train", later, LEARN, "--max-df", 1, "--holdout", 0, "--model", others).succeeded();
  }

  @Test
  void anIndexOfAnotherVocabularyIsRefused() {
    Path index = folder.resolve("others.index");
    Outcome.of("index", later, "--model", others, "--output", index).succeeded();
    for (List<String> query : List.of(List.of("--query", "heat"), List.of("--item", "e2"))) {
      Outcome.of("search", "--index", index, "--model", model, query)
          .refused(
              " has other features than " + model + " was learnt on: feature 0 is 'cold' in ",
              "give the items themselves");
    }
  }

  @Test
  void anIndexOfAnotherRecipeIsRefused() {
    Path counted = folder.resolve("counted.sors");
    Outcome.of(
            List.of("train", documents, LEARN, "--model", counted),
            List.of("--max-df", 1, "--weights", "count"))
        .succeeded();
    Path index = folder.resolve("counted.index");
    Outcome.of("index", documents, "--model", counted, "--output", index).succeeded();
    Outcome.of("search", "--index", index, "--model", model, "--query", "heat")
        .refused("weights is 'count' in " + index + " and 'tf-idf' in " + model);
  }

  @Test
  void laterItemsGetTheFeaturesOfTheModel() throws IOException {
    Path index = folder.resolve("later.index");
    Outcome.of("index", later, "--model", model, "--output", index).succeeded();
    List<Object> question = List.of("--model", model, "--query", "heat", "--json", "--explain");
    JsonNode answer = Outcome.json("search", "--index", index, question);
    assertThat(answer.at("/hits/0/name").textValue()).isEqualTo("e2");
    assertThat(answer.at("/hits/1/score").doubleValue())
        .as("a document without the word")
        .isLessThan(answer.at("/hits/0/score").doubleValue());
    assertThat(Outcome.json("search", later, question).at("/hits/0/score"))
        .isEqualTo(answer.at("/hits/0/score"));
    assertThat(
            Outcome.json("search", later, "--model", model, "--item", "e2", "--json").get("hits"))
        .hasSize(2);
    assertThat(Outcome.of("evaluate", later, "--model", model).succeeded().err())
        .isEqualTo(
            "note: the model was learnt from other data (documents), so all rows are used\n");
  }

  @Test
  void anEncoderMakesThemToo() {
    Path encoder = folder.resolve("encoder.sors");
    Outcome.of(
            List.of(
                "train", documents, "--max-df", 1, "--model", encoder, "--algorithm", "encoder"),
            List.of("--rounds", 20, "--k", 8))
        .succeeded();
    Outcome.of(
            "export", "vectors", later, "--model", encoder, "--output", folder.resolve("later.npy"))
        .succeeded();
    Path graph = folder.resolve("later.hnsw");
    Outcome.of("index", later, "--model", encoder, "--hnsw", "--output", graph).succeeded();
    Outcome.of("search", "--index", graph, "--model", encoder, "--query", "heat").succeeded();
  }

  @Test
  void itemsAndRowsOfNumbersAreNotMistakenForEachOther() throws IOException {
    Path plain = Files.writeString(folder.resolve("plain.libsvm"), "1 1:1\n2 2:1\n".repeat(4));
    Path unnamed = folder.resolve("unnamed.sors");
    Outcome.of("train", plain, "--model", unnamed, "--algorithm", "adasors-2", "--rounds", 0)
        .succeeded();
    List<List<Object>> commands =
        List.of(
            List.of("evaluate"),
            List.of("search", "--item", 0),
            List.of("search", "--queries", plain, "--run", folder.resolve("x.run")),
            List.of("index", "--output", folder.resolve("x.index")),
            List.of("export", "vectors", "--output", folder.resolve("x.npy")));
    for (List<Object> command : commands) {
      Outcome.of(command, later, "--model", unnamed)
          .refused(
              "later: expected rows of numbers, as "
                  + unnamed
                  + " was learnt from such, found items with the fields text");
      Outcome.of(command, plain, "--model", model)
          .refused(
              "plain: expected items with the fields text, as "
                  + model
                  + " was learnt from such, found rows of numbers: give items, such as JSON lines");
    }
    Outcome.of("train", plain, later, "--model", unnamed)
        .refused("found both: items in " + later + ", rows in " + plain);
    Outcome.of("train", plain, "--analyzer", "english", "--model", unnamed)
        .refused("found rows of numbers: leave out --analyzer");
    Outcome.of("train", plain, "--id-column", "id", "--model", unnamed)
        .refused("--id-column is for items");
    Outcome.of("train", later, "--row-names", plain, "--model", unnamed)
        .refused(later + " has items: leave out");
    Outcome.of("train", later, "--weights", "most", "--model", unnamed).refused("found 'most'");
  }

  @Test
  void itemsWithoutAFieldOfTheModelAreRefused() throws IOException {
    Path table = Files.writeString(folder.resolve("table.csv"), "id,words\n1,heat\n");
    Outcome.of("search", table, "--model", model, "--query", "heat")
        .refused(
            "table: item '1': expected a field of those that "
                + model
                + " was learnt from, text, found words");
    Path numbers = Files.writeString(folder.resolve("numbers.csv"), "id,text\n1,3\n2,4\n");
    assertThat(
            Outcome.json("search", numbers, "--model", model, "--query", "heat 3", "--json")
                .get("hits"))
        .as("a table of numbers is read as the model needs it")
        .hasSize(2);
  }
}
