package io.github.sors.cli.frame;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.console.CommandFrame;
import java.io.PrintStream;
import java.util.Map;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Output of a command: results to one stream, progress and notes to the other. */
public final class Console {

  private static final int WIDTH = 79;

  /** Made when the first result is printed as JSON: it takes about 40 ms. */
  private static final class Json {
    static final ObjectMapper MAPPER = new ObjectMapper();
  }

  private final CommandFrame frame;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;

  /**
   * Creates a console.
   *
   * @param terminal whether to show progress; false if the output is a pipe
   */
  public Console(CommandFrame frame, boolean terminal) {
    this.frame = frame;
    this.out = frame.out();
    this.err = frame.err();
    this.terminal = terminal;
  }

  /** The console of this process; the launcher sets whether the error stream is a terminal. */
  public static Console ofThisProcess() {
    return new Console(CommandFrame.ofThisProcess(), Boolean.getBoolean("sors.terminal"));
  }

  /** Creates a command line that prints to this console. */
  public CommandFrame frame() {
    return frame;
  }

  /** Prints a line of the result. */
  public void print(String line) {
    out.println(line);
  }

  /** Prints the result as one line of JSON. */
  public void printJson(Map<String, ?> object) {
    try {
      out.println(Json.MAPPER.writeValueAsString(object));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the result cannot be written as JSON: " + object, e);
    }
  }

  /** Prints a remark that is not part of the result. */
  public void note(String line) {
    err.println(line);
  }

  /** Prints an error. */
  public void error(String message) {
    frame.error(message);
  }

  /** Shows the progress of a long task, only on a terminal. */
  public Progress progress(String task, long total) {
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

  /** A progress bar, which may be invisible. */
  public static final class Progress implements AutoCloseable {

    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
      this.bar = bar;
    }

    public void reached(long position) {
      if (bar != null) {
        bar.stepTo(position);
      }
    }

    /** Sets the total, once it is known. */
    public void total(long total) {
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
