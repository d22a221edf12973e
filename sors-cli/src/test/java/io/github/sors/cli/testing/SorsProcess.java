package io.github.sors.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.cli.SorsCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The command in a process of its own, for what cannot be done to this one. */
public final class SorsProcess implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 300;

  private final Process process;
  private final Path out;
  private final Path err;

  private SorsProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts the command in a folder. */
  public static SorsProcess start(Path folder, List<String> words) throws IOException {
    return start(folder, List.of(), "512m", words);
  }

  /**
   * Starts the command in a folder.
   *
   * @param by another command that is to start it, such as a shell that sets limits first; or empty
   * @param heap the memory that Java may take, such as 512m
   */
  public static SorsProcess start(Path folder, List<String> by, String heap, List<String> words)
      throws IOException {
    List<String> command = new ArrayList<>(by);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + heap, "-XX:-UsePerfData", "-Dfile.encoding=UTF-8"));
    // as the launcher has it, so that nobody is told of faster kernels
    command.add("-Dsors.kernels=scalar");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SorsCommand.class.getName());
    command.addAll(words);
    Path logs = Files.createTempDirectory("sors-process");
    Path out = logs.resolve("out");
    Path err = logs.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    // Java would tell of it among the messages
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    return new SorsProcess(builder.start(), out, err);
  }

  public long pid() {
    return process.pid();
  }

  /** Waits until something has come true; fails if the process ends before. */
  public void await(BooleanSupplier condition) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(process.isAlive()).as("the process runs; it said: %s", err()).isTrue();
      assertThat(System.nanoTime()).as("patience").isLessThan(deadline);
      LockSupport.parkNanos(200_000);
    }
  }

  /** Sends a signal by its name, such as INT; a system without them skips the test. */
  public void signal(String name) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "this system has no signals");
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start();
    assertThat(exitCodeOf(kill)).as("exit code of kill").isZero();
  }

  /** Kills the process at once, without a chance to clean up. */
  public void kill() {
    process.destroyForcibly();
    exitCode();
  }

  public int exitCode() {
    return exitCodeOf(process);
  }

  private static int exitCodeOf(Process process) {
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("it ended").isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("a test was interrupted", e);
    }
  }

  public String out() {
    return read(out);
  }

  public String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the process, whatever it is doing. */
  @Override
  public void close() throws IOException {
    kill();
    Files.delete(out);
    Files.delete(err);
    Files.delete(out.getParent());
  }
}
