package io.github.sors.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.cli.SorsCommand;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.console.CommandFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What came of a command line that ran inside this JVM. */
public record Outcome(String commandLine, int exitCode, String out, String err) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Runs a command line as in a pipe; its words may be given one by one or in lists. */
  public static Outcome of(Object... words) {
    return run(false, words);
  }

  /** Runs a command line as on a terminal. */
  public static Outcome onTerminal(Object... words) {
    return run(true, words);
  }

  /** Runs a command line that has to end well and to print JSON. */
  public static JsonNode json(Object... words) {
    return of(words).succeeded().json();
  }

  /** What the lines of a hit's explanation add up to. */
  public static double explained(JsonNode hit) {
    double sum =
        hit.at("/others/contribution").doubleValue() + hit.at("/vector/contribution").doubleValue();
    for (JsonNode pair : hit.get("explanation")) {
      sum += pair.get("contribution").doubleValue();
    }
    return sum;
  }

  /** Checks that no line is wider than a terminal. */
  public static void fitsATerminal(String text) {
    assertThat(text.lines()).allMatch(line -> TextTable.width(line) <= 80);
  }

  private static Outcome run(boolean terminal, Object... words) {
    String[] arguments = Arrays.stream(words).flatMap(Outcome::flat).toArray(String[]::new);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        SorsCommand.run(
            new Console(
                new CommandFrame(
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8)),
                terminal),
            arguments);
    return new Outcome(
        "sors " + String.join(" ", arguments),
        exitCode,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8));
  }

  private static Stream<String> flat(Object word) {
    return word instanceof List<?> list
        ? list.stream().flatMap(Outcome::flat)
        : Stream.of(word.toString());
  }

  public Outcome succeeded() {
    assertThat(exitCode).as("exit code of %s, which said: %s", commandLine, err).isZero();
    return this;
  }

  /** Checks that the input was found bad: exit code 2, one clear line, and no result. */
  public Outcome refused(String... expected) {
    assertThat(exitCode).as("exit code of %s, which said: %s", commandLine, err).isEqualTo(2);
    assertThat(err).startsWith("sors: ").contains(expected);
    assertThat(errorLines()).as("lines of: %s", err).hasSize(1);
    assertThat(out).isEmpty();
    return this;
  }

  /** Checks that the usage was wrong: as {@link #refused}, with a pointer to the help. */
  public Outcome refusedWithHelp(String... expected) {
    assertThat(exitCode).as("exit code of %s, which said: %s", commandLine, err).isEqualTo(2);
    assertThat(err).startsWith("sors: ").contains(expected);
    assertThat(errorLines()).as("lines of: %s", err).hasSize(2);
    assertThat(errorLines().get(1)).matches("Try 'sors[a-z ]* --help'\\.");
    assertThat(out).isEmpty();
    return this;
  }

  public List<String> lines() {
    return out.lines().toList();
  }

  public List<String> errorLines() {
    return err.lines().toList();
  }

  public JsonNode json() {
    try {
      return JSON.readTree(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
