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

  @TempDir static Path folder;

  private static Path vectors;
  private static Path model;
  private static Path later;
  private static Path others;

  @BeforeAll
  static void learn() throws IOException {
    Path documents = folder.resolve("documents.jsonl");
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
    vectors = folder.resolve("documents.vectors");
    model = folder.resolve("documents.sors");
    others = folder.resolve("others.vectors");
    Outcome.of("vectorize", documents, "--output", vectors, "--max-df", 1).succeeded();
    Outcome.of("train", vectors, "--model", model, "--algorithm", "sors-2", "--rounds", 50)
        .succeeded();
    Outcome.of("vectorize", later, "--output", others, "--max-df", 1).succeeded();
  }

  private static void assertRefused(Object... command) {
    Outcome.of(command)
        .refused(
            " has other features than " + model + " was learnt on: feature 0 is 'cold' in ",
            "make the rows with 'sors vectorize --like " + model + "'");
  }

  @Test
  void rowsOfAnotherVocabularyAreRefused() {
    assertRefused("index", others, "--model", model, "--output", folder.resolve("x.index"));
    assertRefused("search", others, "--model", model, "--text", "heat");
    assertRefused("search", others, "--model", model, "--query", "e2");
    assertRefused("evaluate", others, "--model", model);
    assertRefused("serve", "--collection", folder.resolve("c"), "--model", model, "--load", others);
  }

  @Test
  void anIndexOfAnotherVocabularyIsRefused() {
    Path index = folder.resolve("others.index");
    Outcome.of("index", others, "--output", index).succeeded();
    assertRefused("search", "--index", index, "--model", model, "--text", "heat");
    assertRefused("search", "--index", index, "--model", model, "--query", "e2");
  }

  @Test
  void vectorsOfAnotherRecipeAreRefused() {
    Path counted = folder.resolve("counted.vectors");
    Outcome.of(
            "vectorize",
            folder.resolve("documents.jsonl"),
            "--output",
            counted,
            "--max-df",
            1,
            "--weights",
            "count")
        .succeeded();
    Outcome.of("evaluate", counted, "--model", model)
        .refused("weights is 'count' in counted and 'tf-idf' in " + model);
  }

  @Test
  void anEncoderRefusesThemToo() {
    Path encoder = folder.resolve("encoder.sors");
    Outcome.of(
            "train",
            vectors,
            "--model",
            encoder,
            "--algorithm",
            "encoder",
            "--rounds",
            20,
            "--k",
            8)
        .succeeded();
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("export", "vectors", "--output", folder.resolve("x.npy")),
            List.of("index", "--hnsw", "--output", folder.resolve("x.hnsw")))) {
      Outcome.of(command, others, "--model", encoder)
          .refused("others has other features than " + encoder + " was learnt on");
    }
  }

  @Test
  void laterDocumentsAndQueriesGetTheFeaturesOfTheModel() throws IOException {
    Path same = folder.resolve("later.vectors");
    Outcome.of("vectorize", later, "--like", model, "--output", same).succeeded();
    Path index = folder.resolve("later.index");
    Outcome.of("index", same, "--model", model, "--output", index).succeeded();
    JsonNode answer =
        Outcome.json(
            "search", "--index", index, "--model", model, "--text", "heat", "--json", "--explain");
    assertThat(answer.at("/hits/0/name").textValue()).isEqualTo("e2");
    assertThat(answer.at("/hits/1/score").doubleValue())
        .as("a document without the word")
        .isLessThan(answer.at("/hits/0/score").doubleValue());

    Path queries = Files.writeString(folder.resolve("queries.tsv"), "q1\theat\nq2\twing heat\n");
    Path asked = folder.resolve("queries.vectors");
    JsonNode made =
        Outcome.json(
            "vectorize", queries, "--queries", "--like", vectors, "--output", asked, "--json");
    assertThat(made.get("rows").intValue()).isEqualTo(2);
    assertThat(made.get("values").intValue()).isEqualTo(3);
    Outcome.of("search", asked, "--model", model, "--query", "q1").succeeded();
  }

  @Test
  void wrongUsesOfLikeAreRefused() throws IOException {
    Path output = folder.resolve("never.vectors");
    Outcome.of("vectorize", later, "--queries", "--output", output)
        .refused("--queries needs --like");
    Outcome.of("vectorize", later, "--like", model, "--analyzer", "english", "--output", output)
        .refused("--like has the recipe of the features: leave out --analyzer");
    Path table = Files.writeString(folder.resolve("table.csv"), "id,words\n1,heat\n");
    Outcome.of("vectorize", table, "--like", model, "--output", output)
        .refused(
            table
                + ", record '1': expected a column of those that "
                + model
                + " was made of, text, found words");
    Path plain = Files.writeString(folder.resolve("plain.libsvm"), "1 1:1\n2 2:1\n".repeat(4));
    Path unnamed = folder.resolve("unnamed.sors");
    Outcome.of("train", plain, "--model", unnamed, "--algorithm", "adasors-2", "--rounds", 0)
        .succeeded();
    Outcome.of("vectorize", later, "--like", unnamed, "--output", output)
        .refused("does not say how texts become features");
    Outcome.of("vectorize", later, "--like", table, "--output", output).refused("not a sors file");
    assertThat(output).doesNotExist();
  }
}
