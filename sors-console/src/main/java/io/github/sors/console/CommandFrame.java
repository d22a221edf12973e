package io.github.sors.console;

import io.github.sors.InvalidInputException;
import io.github.sors.Provenance;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs a picocli command; every error prints one clear line and returns the right exit code.
 *
 * <p>Wrong usage, an {@link InvalidInputException} (also as the cause of another exception) and an
 * {@link IOException} end with {@link #BAD_INPUT}; lack of memory and everything unexpected end
 * with {@link #FAILED}, the latter with a stack trace.
 *
 * <p>Threads: a command runs on the calling thread. Failures: nothing is thrown; every error prints
 * one clear line and becomes an exit code.
 */
public final class CommandFrame {

  /** The exit code of success. */
  public static final int DONE = 0;

  /** The exit code of a command that failed while it ran. */
  public static final int FAILED = 1;

  /** The exit code for wrong usage and bad input. */
  public static final int BAD_INPUT = 2;

  private final PrintStream out;
  private final PrintStream err;
  private final Function<InvalidInputException, String> phrasing;

  private CommandFrame(
      PrintStream out, PrintStream err, Function<InvalidInputException, String> phrasing) {
    this.out = out;
    this.err = err;
    this.phrasing = phrasing;
  }

  /** Creates a frame that writes results and help to one stream and errors to the other. */
  public CommandFrame(PrintStream out, PrintStream err) {
    this(out, err, InvalidInputException::getMessage);
  }

  /** Returns a frame that writes to the standard streams of this process, in UTF-8. */
  public static CommandFrame ofThisProcess() {
    return new CommandFrame(
        new PrintStream(System.out, true, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8));
  }

  /** Returns this frame with another way to phrase input errors. */
  public CommandFrame withPhrasing(Function<InvalidInputException, String> newPhrasing) {
    return new CommandFrame(out, err, newPhrasing);
  }

  /** The stream of results. */
  public PrintStream out() {
    return out;
  }

  /** The stream of errors and remarks. */
  public PrintStream err() {
    return err;
  }

  /** Prints an error as one line. */
  public void error(String message) {
    err.println("sors: " + message.replace('\n', ' '));
  }

  /** Runs one command line and returns its exit code. */
  public int run(Object command, String... arguments) {
    return run(new CommandLine(command), arguments);
  }

  /** Runs one command line whose options are read already, and returns its exit code. */
  public int run(CommandLine commandLine, String... arguments) {
    commandLine.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    commandLine.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setUsageHelpLongOptionsMaxWidth(28);
    commandLine.setParameterExceptionHandler((exception, given) -> reportWrongUsage(exception));
    commandLine.setExecutionExceptionHandler((exception, failed, parsed) -> report(exception));
    try {
      return commandLine.execute(arguments);
    } catch (OutOfMemoryError e) {
      error(
          "out of memory: give Java more with SORS_JAVA_OPTIONS=-Xmx…, or use a larger lambda or"
              + " fewer features");
      return FAILED;
    }
  }

  private int reportWrongUsage(ParameterException exception) {
    error(
        exception instanceof UnmatchedArgumentException unmatched
            ? describe(unmatched)
            : startingLow(String.valueOf(exception.getMessage())));
    err.println(
        "Try '" + exception.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return BAD_INPUT;
  }

  private static String describe(UnmatchedArgumentException exception) {
    List<String> meant = exception.getSuggestions();
    return (exception.isUnknownOption() ? "unknown option '" : "unknown command or argument '")
        + exception.getUnmatched().get(0)
        + "'"
        + (meant.isEmpty() ? "" : ", did you mean " + String.join(" or ", meant) + "?");
  }

  /** All messages start in lower case, also those of picocli. */
  private static String startingLow(String message) {
    return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }

  private int report(Exception exception) {
    InvalidInputException invalid = invalidInput(exception);
    if (invalid != null) {
      error(phrasing.apply(invalid));
      return BAD_INPUT;
    }
    if (exception instanceof IOException) {
      error(exception.getMessage() == null ? exception.toString() : exception.getMessage());
      return BAD_INPUT;
    }
    error("an unexpected error, please report it:");
    exception.printStackTrace(err);
    return FAILED;
  }

  /** The input error that caused an exception, even on another thread or machine. */
  private static @Nullable InvalidInputException invalidInput(Throwable exception) {
    for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidInputException invalid) {
        return invalid;
      }
    }
    return null;
  }

  /** Answers {@code --version}. */
  public static final class Version implements IVersionProvider {

    /** Creates it; picocli does that. */
    public Version() {}

    @Override
    public String[] getVersion() {
      return new String[] {
        "sors " + Provenance.softwareVersion(),
        "Java " + Runtime.version() + ", " + System.getProperty("os.arch")
      };
    }
  }
}
