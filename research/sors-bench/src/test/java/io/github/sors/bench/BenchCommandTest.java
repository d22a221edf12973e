package io.github.sors.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.console.CommandFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BenchCommandTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return BenchCommand.run(
        new CommandFrame(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8)),
        arguments);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void measuresAGeneratedShapeAsJson() throws IOException {
    int exitCode = run("--shape", "stream", "--rounds", "20", "--algorithm", "adasors-1", "--json");

    assertThat(exitCode).as(errors()).isZero();
    JsonNode result = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(result.fieldNames())
        .toIterable()
        .containsExactly(
            "version", "java", "architecture", "processors", "measurements", "skipped");
    assertThat(result.get("measurements")).hasSize(1);
    JsonNode measured = result.get("measurements").get(0);
    assertThat(measured.fieldNames())
        .toIterable()
        .containsExactly(
            "shape",
            "algorithm",
            "threads",
            "clock",
            "rounds",
            "lossyRounds",
            "touchedEntries",
            "seconds",
            "roundsPerSecond",
            "nanosecondsPerEntry",
            "storage",
            "matrixBytes",
            "nonZeros",
            "bytesPerNonZero",
            "snapshotSeconds",
            "peakBytes",
            "limitNanosecondsPerEntry",
            "timesLimit",
            "paperSeconds",
            "timesFasterThanPaper");
    assertThat(measured.get("shape").asText()).isEqualTo("stream");
    assertThat(measured.get("algorithm").asText()).isEqualTo("adasors-1");
    assertThat(measured.get("rounds").asInt()).isEqualTo(20);
    // 100 features of the query, and up to 200 in which the items differ
    assertThat(measured.get("touchedEntries").asLong()).isBetween(20 * 100 * 100L, 20 * 100 * 200L);
    assertThat(measured.get("nonZeros").asLong()).isPositive();
    assertThat(measured.get("timesLimit").asDouble()).isPositive();
    assertThat(measured.get("paperSeconds").isNull()).as("the paper has no stream").isTrue();
  }

  @Test
  void aRowOfTheTableFitsEightyColumnsWhateverTheLocale() {
    Measurement slowest =
        new Measurement(
            "gisette1000",
            "adasors-2",
            1,
            "wall",
            20_000,
            20_000,
            1L << 40,
            1234.5,
            12.34,
            1234.567,
            "dense rows",
            1L << 34,
            1_000_000,
            1234.56,
            1,
            100L << 30,
            1.5,
            123.456,
            687_947.24,
            12_345.6);

    assertThat(BenchCommand.row(slowest))
        .isEqualTo(
            "gisette1000  adasors-2       12.3   1234.57   1234.6   102,400  123.46    12,346")
        .hasSizeLessThanOrEqualTo(80);
  }

  @Test
  void comparesLearnersWithTheLiteralAlgorithms() {
    assertThat(run("exactness", "--case", "oasis-tiny-steps", "--rounds", "20000"))
        .as(errors())
        .isZero();
    assertThat(run("exactness", "--seed", "7", "--count", "25")).as(errors()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("oasis-tiny-steps: ").contains("20,000 rounds"),
            line -> assertThat(line).startsWith("1 cases, 120,000 rounds").contains(" 0 not exact"),
            line -> assertThat(line).startsWith("25 cases").contains("differing bits in 0"));
    assertThat(errors()).isEqualToIgnoringNewLines("seed 7");
  }

  @Test
  void refusesAComparisonThatItCanNotRun() {
    assertThat(run("exactness", "--case", "teapot")).isEqualTo(2);
    assertThat(run("exactness", "--minutes", "0")).isEqualTo(2);
    assertThat(run("exactness", "--minutes", "1", "--cases")).isEqualTo(2);
    assertThat(errors().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("no case 'teapot'").contains("settle-diagonal"),
            line -> assertThat(line).contains("expected --minutes above 0, found 0"),
            line -> assertThat(line).contains("expected one of --minutes, --cases"));
  }

  @Test
  void refusesWhatItCanNotMeasureInOneLine() {
    assertThat(run("--shape", "teapot")).isEqualTo(2);
    assertThat(run("--algorithm", "sors-3")).isEqualTo(2);
    assertThat(run("--rounds", "0")).isEqualTo(2);
    assertThat(run("--clock", "processor", "--threads", "2")).isEqualTo(2);
    assertThat(errors().lines())
        .hasSize(4)
        .satisfiesExactly(
            line -> assertThat(line).contains("unknown shape 'teapot'").contains("protein, "),
            line -> assertThat(line).contains("--algorithm: unknown algorithm 'sors-3'"),
            line -> assertThat(line).contains("expected --rounds of at least 1, found 0"),
            line -> assertThat(line).contains("--clock processor"));
    assertThat(out.size()).isZero();
  }
}
