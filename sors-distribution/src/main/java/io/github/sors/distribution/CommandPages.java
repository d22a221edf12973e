package io.github.sors.distribution;

import io.github.sors.cli.SorsCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Writes the manual pages and the completions of the command, where systems look for them. */
public final class CommandPages {

  // zsh runs the functions of bash, but has no compopt, and calls this file to complete at once
  private static final String ZSH_START = "#compdef sors\ncompopt() { return 0 }\n";
  private static final String ZSH_END = "\n_bash_complete -o default -F _complete_sors\n";

  private final Path folder;
  private final String version;
  private final String date;

  private CommandPages(Path folder, String version, String date) {
    this.folder = folder;
    this.version = version;
    this.date = date;
  }

  /**
   * Writes them.
   *
   * @param arguments the folder, the version of the software and the date of the pages
   */
  public static void main(String... arguments) throws IOException {
    String date = arguments[2].substring(0, "2026-11-15".length());
    new CommandPages(Path.of(arguments[0]), arguments[1], date).write(SorsCommand.commandLine());
  }

  private void write(CommandLine command) throws IOException {
    writeManual(command);
    String completion = AutoComplete.bash(command.getCommandName(), command);
    write("bash-completion/completions/sors", completion);
    write("zsh/site-functions/_sors", ZSH_START + completion + ZSH_END);
  }

  private void writeManual(CommandLine command) throws IOException {
    CommandSpec spec = command.getCommandSpec();
    write("man/man1/" + ManualPage.name(spec) + ".1", ManualPage.of(spec, version, date));
    for (CommandLine subcommand : command.getSubcommands().values()) {
      writeManual(subcommand);
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text.replace("\r\n", "\n"));
  }
}
