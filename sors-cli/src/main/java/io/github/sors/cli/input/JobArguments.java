package io.github.sors.cli.input;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Formatting;
import picocli.CommandLine.Option;

/** Limits for many trainings at once: jobs, memory, time. */
public final class JobArguments {

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Number of concurrent trainings; with fewer, each has more threads and its times are"
              + " more accurate (default: one per core, at most 8).")
  private int jobs = Math.min(8, Runtime.getRuntime().availableProcessors());

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      description = "Time limit of one training: 90s, 30m, 2h (default: 12h).")
  private String timeLimit = "12h";

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Memory limit of all matrices, such as 800m or 6g (default: 80%% of Java's memory).")
  private String memory;

  public void requirePlausible() {
    if (jobs < 1) {
      throw new InvalidInputException("expected --jobs of at least 1, found " + jobs);
    }
    timeLimit();
    memory();
  }

  public int jobs() {
    return jobs;
  }

  /** The threads of each training. */
  public int threads() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / jobs);
  }

  public double timeLimit() {
    return Formatting.parseSeconds("--time-limit", timeLimit);
  }

  public long memory() {
    long bytes =
        memory == null
            ? Runtime.getRuntime().maxMemory() / 5 * 4
            : Formatting.parseBytes("--memory", memory);
    if (bytes < 1 << 20) {
      throw new InvalidInputException("expected --memory of at least 1m, found " + memory);
    }
    return bytes;
  }
}
