package io.github.sors.cli;

import io.github.sors.console.CommandFrame;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
      "DATA is one or more files (LIBSVM, Matrix Market, CSV; gzip, bzip2 and xz too)",
      "or a name that 'sors data list' shows, such as emoji, which is built in.",
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
      SearchLearnCommand.class,
      InfoCommand.class,
      ExportCommand.class,
      EncodeCommand.class,
      BulkCommand.class,
      TuneCommand.class,
      ReproduceCommand.class,
      RegretCommand.class,
      ServeCommand.class,
      TokenCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      DataCommand.class
    })
public final class SorsCommand implements Runnable {

  private final Console console;

  @CommandLine.Spec private CommandSpec spec;

  private SorsCommand(Console console) {
    this.console = console;
  }

  public static void main(String[] arguments) {
    System.exit(run(Console.ofThisProcess(), arguments));
  }

  /** Runs one command line, not on a terminal, and returns its exit code. */
  public static int run(CommandFrame frame, String... arguments) {
    return run(new Console(frame, false), arguments);
  }

  /** Runs one command line and returns its exit code. */
  static int run(Console console, String... arguments) {
    return console
        .frame()
        .withPhrasing(FlagAdvice::phrase)
        .run(new SorsCommand(console), arguments);
  }

  /** Returns the options and subcommands, for completions and manuals; it runs nothing. */
  public static CommandLine commandLine() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Console silent = new Console(new CommandFrame(nowhere, nowhere), false);
    return new CommandLine(new SorsCommand(silent));
  }

  Console console() {
    return console;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
