package io.github.sors.cli;

import io.github.sors.cli.data.DataCommand;
import io.github.sors.cli.data.ExportCommand;
import io.github.sors.cli.data.InfoCommand;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.ConsoleOwner;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.search.BulkCommand;
import io.github.sors.cli.search.EncodeCommand;
import io.github.sors.cli.search.IndexCommand;
import io.github.sors.cli.search.SearchCommand;
import io.github.sors.cli.search.SearchLearnCommand;
import io.github.sors.cli.serve.BackupCommand;
import io.github.sors.cli.serve.RestoreCommand;
import io.github.sors.cli.serve.ServeCommand;
import io.github.sors.cli.serve.TokenCommand;
import io.github.sors.cli.train.DemoCommand;
import io.github.sors.cli.train.EvaluateCommand;
import io.github.sors.cli.train.TrainCommand;
import io.github.sors.cli.train.TuneCommand;
import io.github.sors.console.CommandFrame;
import io.github.sors.console.StandardError;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code sors} with its subcommands. */
@Command(
    name = "sors",
    mixinStandardHelpOptions = true,
    versionProvider = CommandFrame.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Learns what \"similar\" means from relative feedback on high-dimensional data.",
    footerHeading = "%n",
    footer = {
      "DATA is items (JSON lines, CSV with texts, a folder or archive of texts), or",
      "rows of numbers (LIBSVM, Matrix Market, CSV), compressed or not, or a name",
      "that 'sors data list' shows, such as emoji, which is built in.",
      "",
      "Exit codes: 0 done, 1 failed while running, 2 wrong usage or bad input.",
      "First steps: sors demo"
    })
public final class SorsCommand implements ConsoleOwner, Runnable {

  // in the order of the help; the names are those of the annotations
  private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", DemoCommand.class);
    COMMANDS.put("train", TrainCommand.class);
    COMMANDS.put("evaluate", EvaluateCommand.class);
    COMMANDS.put("index", IndexCommand.class);
    COMMANDS.put("search", SearchCommand.class);
    COMMANDS.put("search-learn", SearchLearnCommand.class);
    COMMANDS.put("info", InfoCommand.class);
    COMMANDS.put("export", ExportCommand.class);
    COMMANDS.put("encode", EncodeCommand.class);
    COMMANDS.put("bulk", BulkCommand.class);
    COMMANDS.put("tune", TuneCommand.class);
    // these come from elsewhere
    COMMANDS.put("reproduce", null);
    COMMANDS.put("regret", null);
    COMMANDS.put("serve", ServeCommand.class);
    COMMANDS.put("token", TokenCommand.class);
    COMMANDS.put("backup", BackupCommand.class);
    COMMANDS.put("restore", RestoreCommand.class);
    COMMANDS.put("data", DataCommand.class);
  }

  private final Console console;

  @CommandLine.Spec private CommandSpec spec;

  private SorsCommand(Console console) {
    this.console = console;
  }

  public static void main(String[] arguments) {
    StandardError.restore();
    int code = run(Console.ofThisProcess(), arguments);
    // Java is about to end with the code of the signal, and another one might come first
    if (code != Subcommand.INTERRUPTED) {
      System.exit(code);
    }
  }

  /** Runs one command line, not on a terminal, and returns its exit code. */
  public static int run(CommandFrame frame, String... arguments) {
    return run(new Console(frame, false), arguments);
  }

  /** Runs one command line and returns its exit code. */
  public static int run(Console console, String... arguments) {
    Optional<String> missing = Research.missing(arguments);
    if (missing.isPresent()) {
      console.error(missing.get());
      return CommandFrame.BAD_INPUT;
    }
    return console
        .frame()
        .withPhrasing(FlagAdvice::phrase)
        .run(commandLine(console, arguments), arguments);
  }

  /** Returns the options and subcommands, for completions and manuals; it runs nothing. */
  public static CommandLine commandLine() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Console silent = new Console(new CommandFrame(nowhere, nowhere), false);
    return commandLine(silent);
  }

  /**
   * Reads the options of the command that is called, or of all commands if it is none of them: all
   * take about a fifth of a second more.
   */
  private static CommandLine commandLine(Console console, String... arguments) {
    CommandLine all = new CommandLine(new SorsCommand(console));
    boolean isKnown = arguments.length > 0 && COMMANDS.containsKey(arguments[0]);
    COMMANDS.forEach(
        (name, command) -> {
          if (!isKnown || name.equals(arguments[0])) {
            all.addSubcommand(name, commandLine(name, command));
          }
        });
    return all;
  }

  /** A command line of its own: only then are options added by model transformers. */
  private static CommandLine commandLine(String name, Class<?> command) {
    Class<?> found = command == null ? Research.commands().get(name) : command;
    return found == null ? Research.placeholder(name) : new CommandLine(found);
  }

  @Override
  public Console console() {
    return console;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
