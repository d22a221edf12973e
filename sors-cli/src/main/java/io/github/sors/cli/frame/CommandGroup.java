package io.github.sors.cli.frame;

import picocli.CommandLine.Command;

/** The base class of commands that only have commands of their own; alone they print their help. */
@Command(synopsisSubcommandLabel = "COMMAND")
public abstract class CommandGroup extends Subcommand {

  @Override
  public final Integer call() {
    spec().commandLine().usage(spec().commandLine().getOut());
    return DONE;
  }
}
