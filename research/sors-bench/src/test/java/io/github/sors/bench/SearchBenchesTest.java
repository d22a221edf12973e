package io.github.sors.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.console.CommandFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchBenchesTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return BenchCommand.run(
        new CommandFrame(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8)),
        arguments);
  }

  @Test
  void theExpansionIsComparedOnTextsThatWereHeldOut(@TempDir Path folder) throws IOException {
    for (int k = 0; k < 20; k++) {
      Path kind = Files.createDirectories(folder.resolve(k % 2 == 0 ? "tea" : "coffee"));
      String word = k % 2 == 0 ? "leaf" : "bean";
      Files.writeString(kind.resolve(k + ".txt"), word + " n" + k % 5 + "\nmore of " + word);
    }
    int exit = run("expansion", folder.toString(), "--rounds", "50", "--budget", "5", "--json");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(exit).isZero();
    JsonNode result = new ObjectMapper().readTree(out.toByteArray());
    // three of the ten texts of either class
    assertThat(result.get("queries").intValue()).isEqualTo(6);
    // the two others of its class are all that a title can find
    assertThat(result.at("/expanded/5").doubleValue()).isBetween(0.19, 0.21);
    assertThat(result.at("/exactRecall/100").doubleValue()).isEqualTo(1);
  }

  @Test
  void aBatchIsRankedByAllEngines() throws IOException {
    int exit =
        run(
            "batch-search",
            "--data",
            "place-names",
            "--rounds",
            "10",
            "--queries",
            "5",
            "--passes",
            "1",
            "--top",
            "3",
            "--threads",
            "2",
            "--json");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(exit).isZero();
    JsonNode result = new ObjectMapper().readTree(out.toByteArray());
    assertThat(result.get("queries").intValue()).isEqualTo(5);
    assertThat(result.get("queriesPerSecond")).hasSize(5);
    result.get("queriesPerSecond").forEach(rate -> assertThat(rate.doubleValue()).isPositive());
  }

  @Test
  void nothingToMeasureIsRefused() {
    assertThat(run("batch-search", "--top", "0")).isEqualTo(2);
    assertThat(run("search", "--queries", "0")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--queries and --rounds of at least 1");
  }
}
