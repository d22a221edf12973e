package io.github.sors.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.bench.DefaultsCommand.SplitResult;
import io.github.sors.console.CommandFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefaultsCommandTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return BenchCommand.run(
        new CommandFrame(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8)),
        arguments);
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shuffledLabelsOfPlaceNamesKeepTheStart() throws IOException {
    int exitCode =
        run(
            "defaults",
            "--dataset=place-names",
            "--sample=600",
            "--splits=1",
            "--labels=shuffled",
            "--json");

    assertThat(exitCode).as(output() + err.toString(StandardCharsets.UTF_8)).isZero();
    JsonNode result = new ObjectMapper().readTree(output());
    assertThat(result.get("dataset").textValue()).isEqualTo("place-names");
    assertThat(result.get("labels").textValue()).isEqualTo("shuffled");
    assertThat(result.get("verdict").textValue()).isEqualTo("ok");
    JsonNode split = result.get("splits").get(0);
    assertThat(split.get("algorithm").textValue()).isEqualTo("start");
    assertThat(split.get("map").doubleValue())
        .isCloseTo(split.get("startMap").doubleValue(), within(1e-5));
  }

  private static SplitResult split(long rounds, double map, double first) {
    return new SplitResult("encoder", rounds, 0.5, map, 0.9, first, 1, 1, 1);
  }

  @Test
  void aSplitBelowTheStartIsFound() {
    assertThat(DefaultsCommand.verdict("true", List.of(split(9, 0.6, 0.9)))).isEqualTo("ok");
    assertThat(DefaultsCommand.verdict("true", List.of(split(9, 0.6, 0.9), split(9, 0.4, 0.9))))
        .isEqualTo("MAP below the start");
    assertThat(DefaultsCommand.verdict("true", List.of(split(9, 0.6, 0.8))))
        .isEqualTo("P@1 below the start");
    assertThat(DefaultsCommand.verdict("shuffled", List.of(split(9, 0.6, 0.9))))
        .isEqualTo("learnt from shuffled labels in 1 splits");
  }

  @Test
  void wrongUsageIsRefused() {
    assertThat(run("defaults", "--splits=0")).isEqualTo(2);
    assertThat(run("defaults", "--labels=random")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("expected --splits", "--labels: expected true or shuffled, found random");
  }
}
