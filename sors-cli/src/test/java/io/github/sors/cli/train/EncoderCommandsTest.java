package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An encoder goes everywhere from the command line, or is refused with a reason. */
class EncoderCommandsTest {

  @TempDir Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void train() throws IOException {
    data = folder.resolve("rows.libsvm");
    SampleRows.of(7, 60, 12, 3).writeLibsvm(data);
    model = folder.resolve("encoder.sors");
    JsonNode result =
        Outcome.json(
            "train",
            data,
            "--model",
            model,
            "--algorithm",
            "encoder",
            "--k",
            16,
            "--rounds",
            2000,
            "--json");
    assertThat(result.get("algorithm").textValue()).isEqualTo("encoder");
    assertThat(result.get("encodingLength").intValue()).isEqualTo(16);
  }

  @Test
  void ranksBetterThanBeforeLearning() throws IOException {
    Path start = folder.resolve("start.sors");
    Outcome.of("train", data, "--model", start, "--algorithm", "encoder", "--k", 16, "--rounds", 0)
        .succeeded();
    assertThat(map(model)).isGreaterThan(map(start));
  }

  private double map(Path file) {
    return Outcome.json("evaluate", data, "--model", file, "--json").get("map").doubleValue();
  }

  @Test
  void searchesAndExplains() {
    JsonNode answer =
        Outcome.json(
            "search", data, "--model", model, "--item", 0, "--top", 3, "--explain", "--json");
    assertThat(answer.get("hits")).hasSize(3);
    for (JsonNode hit : answer.get("hits")) {
      assertThat(Outcome.explained(hit)).isCloseTo(hit.get("score").doubleValue(), within(1e-6));
    }
    Outcome.of("search", data, "--model", model, "--item", 0, "--explain").succeeded();
  }

  @Test
  void searchesAnIndexAsItSearchesTheRows() {
    Path index = folder.resolve("rows.index");
    Outcome.of("index", data, "--model", model, "--output", index).succeeded();
    Path graph = folder.resolve("rows.hnsw");
    JsonNode written =
        Outcome.json("index", data, "--model", model, "--hnsw", "--output", graph, "--json");
    assertThat(written.get("indexBytes").longValue()).isPositive();
    List<Double> expected =
        scores(Outcome.json("search", data, "--model", model, "--item", 5, "--json"));
    for (Path searched : List.of(index, graph)) {
      JsonNode answer =
          Outcome.json(
              "search", "--index", searched, "--model", model, "--item", 5, "--explain", "--json");
      assertThat(scores(answer)).isEqualTo(expected);
      JsonNode ofClass =
          Outcome.json(
              "search", "--index", searched, "--model", model, "--item", 5, "--class", "1",
              "--json");
      assertThat(ofClass.get("hits"))
          .isNotEmpty()
          .allMatch(hit -> hit.get("class").textValue().equals("1"));
    }
    Outcome.of("search", "--index", graph, "--model", model, "--item", 5, "--budget", 20)
        .succeeded();
  }

  private static List<Double> scores(JsonNode answer) {
    List<Double> scores = new ArrayList<>();
    answer.get("hits").forEach(hit -> scores.add(hit.get("score").doubleValue()));
    return scores;
  }

  @Test
  void refusesIndexesThatDoNotFit() {
    Path index = folder.resolve("rows.index");
    Outcome.of("index", data, "--model", model, "--output", index).succeeded();
    Outcome.of("search", "--index", index, "--model", model, "--item", 5, "--budget", 3)
        .refused("an encoder scores every row");
    Outcome.of("index", data, "--hnsw", "--output", folder.resolve("a")).refused("needs --model");
    Path matrix = folder.resolve("matrix.sors");
    Outcome.of("train", data, "--model", matrix, "--algorithm", "adasors-2", "--rounds", 10)
        .succeeded();
    Outcome.of("index", data, "--model", matrix, "--hnsw", "--output", folder.resolve("b"))
        .refused("no encodings");
    Path graph = folder.resolve("rows.hnsw");
    Outcome.of("index", data, "--model", model, "--hnsw", "--output", graph).succeeded();
    Outcome.of("index", data, "--model", model, "--hnsw", "--output", graph)
        .refused("is there already");
    Outcome.of("search", "--index", graph, "--model", matrix, "--item", 5)
        .refused("is not an encoder");
  }

  @Test
  void saysWhatItIs() {
    JsonNode facts = Outcome.json("info", model, "--json");
    assertThat(facts.get("form").textValue()).isEqualTo("encoder");
    assertThat(facts.get("encodingLength").intValue()).isEqualTo(16);
  }

  @Test
  void writesEncodingsAndRows() throws IOException {
    Path lines = folder.resolve("encodings.jsonl");
    Outcome.of("export", "vectors", data, "--model", model, "--output", lines).succeeded();
    Path array = folder.resolve("encodings.npy");
    Outcome.of("export", "vectors", data, "--model", model, "--output", array, "--as", "query")
        .succeeded();
    ByteBuffer numbers = ByteBuffer.wrap(Files.readAllBytes(array)).order(ByteOrder.LITTLE_ENDIAN);
    int start = 10 + numbers.getShort(8);
    assertThat(new String(numbers.array(), 10, start - 10, StandardCharsets.US_ASCII))
        .contains("'<f4'", "(60, 16)");
    numbers.position(start);
    List<String> items = Files.readAllLines(lines);
    assertThat(items).hasSize(60);
    for (int row = 0; row < items.size(); row++) {
      JsonNode item = new ObjectMapper().readTree(items.get(row));
      assertThat(item.get("id").textValue()).isEqualTo("row " + row);
      assertThat(item.get("vector")).hasSize(16);
      for (JsonNode number : item.get("vector")) {
        assertThat(number.floatValue()).isEqualTo(numbers.getFloat());
      }
    }
    assertThat(numbers.hasRemaining()).isFalse();
    Path rows = folder.resolve("rows.npz");
    Outcome.of("export", "model", model, "--output", rows).succeeded();
    assertThat(rows).isNotEmptyFile();
  }

  @Test
  void goesOnFromACheckpoint() throws IOException {
    Path checkpoint = folder.resolve("half.checkpoint");
    Path half = folder.resolve("half.sors");
    Path whole = folder.resolve("whole.sors");
    Outcome.of(
            "train",
            data,
            "--model",
            half,
            "--algorithm",
            "encoder",
            "--k",
            16,
            "--rounds",
            700,
            "--checkpoint",
            checkpoint)
        .succeeded();
    Outcome.of("train", data, "--model", whole, "--rounds", 2000, "--resume", checkpoint)
        .succeeded();
    assertThat(Files.readAllBytes(whole)).isEqualTo(Files.readAllBytes(model));
  }

  @Test
  void whatNeedsAMatrixSaysSo() {
    Outcome.of("export", "model", model, "--output", folder.resolve("m.mtx"))
        .refused("is an encoder and has no matrix M");
    Outcome.of("info", model, "--feature", "0").refused("is an encoder");
    Path matrix = folder.resolve("matrix.sors");
    Outcome.of("train", data, "--model", matrix, "--rounds", 10).succeeded();
    Outcome.of("export", "vectors", data, "--model", matrix, "--output", folder.resolve("e.npy"))
        .refused("no encodings");
    Outcome.of("train", data, "--model", model, "--algorithm", "encoder", "--k", 0)
        .refused("--k: expected");
  }
}
