package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.Provenance;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command itself: sees to it that every error ends in one clear line and the right exit code.
 */
@Command(
    name = "sors",
    mixinStandardHelpOptions = true,
    versionProvider = SorsCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Learns what \"similar\" means from relative feedback on high-dimensional data.",
    footerHeading = "%n",
    footer = {
      "DATA is one or more files (LIBSVM, Matrix Market, CSV; gzip, bzip2 and xz too)",
      "or a name that 'sors data list' shows, such as place-names, which is built in.",
      "",
      "Exit codes: 0 done, 1 failed while running, 2 wrong usage or bad input.",
      "First steps: sors demo"
    },
    subcommands = {
      DemoCommand.class,
      VectorizeCommand.class,
      TrainCommand.class,
      EvaluateCommand.class,
      IndexCommand.class,
      SearchCommand.class,
      InfoCommand.class,
      ExportCommand.class,
      TuneCommand.class,
      ReproduceCommand.class,
      RegretCommand.class,
      ServeCommand.class,
      TokenCommand.class,
      DataCommand.class
    })
public final class SorsCommand implements Runnable {

  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  private final Console console;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private SorsCommand(Console console) {
    this.console = console;
  }

  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(Console.ofThisProcess(out, err), arguments));
  }

  /** Runs one command line and returns its exit code. */
  static int run(Console console, String... arguments) {
    CommandLine commandLine = new CommandLine(new SorsCommand(console));
    commandLine.setOut(console.outWriter());
    commandLine.setErr(console.errWriter());
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setUsageHelpLongOptionsMaxWidth(28);
    commandLine.setParameterExceptionHandler(SorsCommand::reportWrongUsage);
    commandLine.setExecutionExceptionHandler(
        (exception, command, parsed) -> report(exception, console));
    try {
      return commandLine.execute(arguments);
    } catch (OutOfMemoryError e) {
      console.error(
          "out of memory: give Java more with SORS_JAVA_OPTIONS=-Xmx…, take a larger --lambda, or"
              + " fewer features");
      return FAILED;
    }
  }

  Console console() {
    return console;
  }

  @Override
  public void run() {
    spec.commandLine().usage(console.outWriter());
  }

  private static int reportWrongUsage(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    Console console = ((SorsCommand) command.getCommandSpec().root().userObject()).console();
    console.error(
        exception instanceof UnmatchedArgumentException unmatched
            ? describe(unmatched)
            : startingLow(exception.getMessage()));
    console.note("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return BAD_INPUT;
  }

  private static String describe(UnmatchedArgumentException exception) {
    List<String> meant = exception.getSuggestions();
    return (exception.isUnknownOption() ? "unknown option '" : "unknown command or argument '")
        + exception.getUnmatched().get(0)
        + "'"
        + (meant.isEmpty() ? "" : ", did you mean " + String.join(" or ", meant) + "?");
  }

  /** All messages start alike, also those that are not from here. */
  private static String startingLow(String message) {
    return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }

  private static int report(Exception exception, Console console) {
    if (exception instanceof InvalidInputException || exception instanceof IOException) {
      console.error(exception.getMessage() == null ? exception.toString() : exception.getMessage());
      return BAD_INPUT;
    }
    console.error("this should not have happened, please report it:");
    exception.printStackTrace(console.errWriter());
    return FAILED;
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "sors " + Provenance.softwareVersion(),
        "Java " + Runtime.version() + ", " + System.getProperty("os.arch")
      };
    }
  }
}
