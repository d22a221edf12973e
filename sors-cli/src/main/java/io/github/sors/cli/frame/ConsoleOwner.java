package io.github.sors.cli.frame;

/** The command at the root, which has the console of all its subcommands. */
public interface ConsoleOwner {

  Console console();
}
