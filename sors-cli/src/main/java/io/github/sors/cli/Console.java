package io.github.sors.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Where the command talks to: results to one stream, progress and remarks to the other. */
final class Console {

  private static final int WIDTH = 79;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;

  /**
   * Creates a console.
   *
   * @param terminal whether a person watches the progress; in a pipe it is kept quiet
   */
  Console(PrintStream out, PrintStream err, boolean terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  /** The console of this process; the launcher says whether the error stream is a terminal. */
  static Console ofThisProcess(PrintStream out, PrintStream err) {
    return new Console(out, err, Boolean.getBoolean("sors.terminal"));
  }

  PrintWriter outWriter() {
    return writer(out);
  }

  PrintWriter errWriter() {
    return writer(err);
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** Prints a line of the result. */
  void print(String line) {
    out.println(line);
  }

  /** Prints the result as one line of JSON. */
  void printJson(Map<String, ?> object) {
    try {
      out.println(JSON.writeValueAsString(object));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result that is no JSON: " + object, e);
    }
  }

  /** Prints a remark that is not part of the result. */
  void note(String line) {
    err.println(line);
  }

  /** Prints what went wrong. */
  void error(String message) {
    err.println("sors: " + message.replace('\n', ' '));
  }

  /** Shows how far a long task has come, on a terminal only. */
  Progress progress(String task, long total) {
    return new Progress(
        terminal
            ? new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setMaxRenderedLength(WIDTH)
                .setUpdateIntervalMillis(200)
                .setConsumer(new ConsoleProgressBarConsumer(err, WIDTH))
                .build()
            : null);
  }

  /** A bar that grows, or nothing at all. */
  static final class Progress implements AutoCloseable {

    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
      this.bar = bar;
    }

    void reached(long position) {
      if (bar != null) {
        bar.stepTo(position);
      }
    }

    /** Says how much there is in all, once that is known. */
    void total(long total) {
      if (bar != null) {
        bar.maxHint(total);
      }
    }

    @Override
    public void close() {
      if (bar != null) {
        bar.close();
      }
    }
  }
}
