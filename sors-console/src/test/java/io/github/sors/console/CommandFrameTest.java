package io.github.sors.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class CommandFrameTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CommandFrame frame =
      new CommandFrame(
          new PrintStream(out, true, StandardCharsets.UTF_8),
          new PrintStream(err, true, StandardCharsets.UTF_8));

  /** Ends as it is told to. */
  @Command(
      name = "sors try",
      mixinStandardHelpOptions = true,
      versionProvider = CommandFrame.Version.class)
  private static final class Try implements Callable<Integer> {

    private final Callable<Integer> task;

    @Option(names = "--number")
    private int number;

    Try(Callable<Integer> task) {
      this.task = task;
    }

    @Override
    public Integer call() throws Exception {
      return task.call() + number;
    }
  }

  private int run(Callable<Integer> task, String... arguments) {
    return frame.run(new Try(task), arguments);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void theCommandChoosesItsExitCode() {
    assertThat(run(() -> 0)).isZero();
    assertThat(run(() -> 1, "--number", "4")).isEqualTo(5);
    assertThat(errors()).isEmpty();
  }

  @Test
  void badInputIsOneLine() {
    int exitCode =
        run(
            () -> {
              throw new InvalidInputException("rows expected,\nfound none");
            });
    assertThat(exitCode).isEqualTo(CommandFrame.BAD_INPUT);
    assertThat(errors()).isEqualTo("sors: rows expected, found none\n");
  }

  @Test
  void badInputThatAnotherThreadFoundIsBadInput() {
    int exitCode =
        run(
            () -> {
              throw new IllegalStateException(
                  "task 3 failed", new InvalidInputException("rows expected"));
            });
    assertThat(exitCode).isEqualTo(CommandFrame.BAD_INPUT);
    assertThat(errors()).isEqualTo("sors: rows expected\n");
  }

  @Test
  void aFileThatCannotBeReadIsBadInput() {
    int exitCode =
        run(
            () -> {
              throw new FileNotFoundException("rows.libsvm");
            });
    assertThat(exitCode).isEqualTo(CommandFrame.BAD_INPUT);
    assertThat(errors()).isEqualTo("sors: rows.libsvm\n");

    err.reset();
    exitCode =
        run(
            () -> {
              throw new IOException();
            });
    assertThat(exitCode).isEqualTo(CommandFrame.BAD_INPUT);
    assertThat(errors()).isEqualTo("sors: java.io.IOException\n");
  }

  @Test
  void whatIsUnexpectedShowsWhereItHappened() {
    int exitCode =
        run(
            () -> {
              throw new IllegalStateException("broken");
            });
    assertThat(exitCode).isEqualTo(CommandFrame.FAILED);
    assertThat(errors())
        .startsWith("sors: an unexpected error, please report it:\n")
        .contains("IllegalStateException: broken", "\tat ");
  }

  @Test
  void lackOfMemoryIsNoSurprise() {
    int exitCode =
        run(
            () -> {
              throw new OutOfMemoryError("test");
            });
    assertThat(exitCode).isEqualTo(CommandFrame.FAILED);
    assertThat(errors()).startsWith("sors: out of memory: ").doesNotContain("\tat ");
  }

  @Test
  void wrongUsageNamesTheHelp() {
    assertThat(run(() -> 0, "--numbre", "4")).isEqualTo(CommandFrame.BAD_INPUT);
    assertThat(errors())
        .startsWith("sors: unknown option '--numbre', did you mean ")
        .contains("--number")
        .endsWith("Try 'sors try --help'.\n");
    err.reset();
    assertThat(run(() -> 0, "--number", "four")).isEqualTo(CommandFrame.BAD_INPUT);
    assertThat(errors()).startsWith("sors: invalid value for option '--number'");
  }

  @Test
  void helpAndVersionAreResults() {
    assertThat(run(() -> 1, "--help")).isZero();
    assertThat(run(() -> 1, "--version")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("Usage: sors try")
        .contains("sors ")
        .contains("Java ");
    assertThat(errors()).isEmpty();
  }

  @Test
  void errorsArePhrasedAsAsked() {
    frame
        .withPhrasing(exception -> exception.getMessage() + ", see above")
        .run(
            new Try(
                () -> {
                  throw new InvalidInputException("rows expected");
                }));
    assertThat(errors()).isEqualTo("sors: rows expected, see above\n");
  }

  @Test
  void theFrameOfAProcessWritesToItsStreams() {
    CommandFrame ofProcess = CommandFrame.ofThisProcess();
    assertThat(ofProcess.run(new Try(() -> 0), "--number", "0")).isEqualTo(CommandFrame.DONE);
    assertThat(ofProcess.out()).isNotSameAs(ofProcess.err());
  }
}
