package io.github.sors.cli.frame;

import io.github.sors.console.CommandFrame;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The base class of subcommands, with help and console. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = CommandFrame.Version.class,
    sortOptions = false,
    usageHelpAutoWidth = false)
public abstract class Subcommand implements Callable<Integer> {

  public static final int DONE = CommandFrame.DONE;

  /** The exit code of a command that has ended because of Ctrl-C, as shells expect it. */
  public static final int INTERRUPTED = 130;

  @Spec private CommandSpec spec;

  protected final CommandSpec spec() {
    return spec;
  }

  protected final Console console() {
    return ((ConsoleOwner) spec.root().userObject()).console();
  }
}
