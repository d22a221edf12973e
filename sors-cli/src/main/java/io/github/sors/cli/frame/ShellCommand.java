package io.github.sors.cli.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A command line of this program that a person can paste into a shell. */
public final class ShellCommand {

  private static final String CONTINUED = " \\";
  private static final String INDENT = "    ";
  private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_@%+=:,./-]+");

  // words that belong together, such as an option and its value, quoted
  private final List<String> groups = new ArrayList<>();

  /** Starts a command line with the program name of this call. */
  public ShellCommand(String subcommand) {
    groups.add(quoted(System.getProperty("sors.command", "sors")) + " " + subcommand);
  }

  /** Adds a word. */
  public ShellCommand word(String word) {
    groups.add(quoted(word));
    return this;
  }

  /** Adds an option without a value, if it is set. */
  public ShellCommand flag(String name, boolean wanted) {
    if (wanted) {
      groups.add(name);
    }
    return this;
  }

  /** Adds an option, unless its value is null. */
  public ShellCommand option(String name, Object value) {
    if (value != null) {
      groups.add(name + " " + quoted(value.toString()));
    }
    return this;
  }

  /**
   * The command line, on several lines if it is too wide for a terminal.
   *
   * @param prefix the text before the command on its first line
   */
  public List<String> lines(String prefix) {
    List<String> lines = new ArrayList<>();
    String line = prefix + groups.get(0);
    for (String group : groups.subList(1, groups.size())) {
      String longer = line + " " + group;
      if (TextTable.width(longer + CONTINUED) <= TextTable.SCREEN) {
        line = longer;
      } else {
        lines.add(line + CONTINUED);
        line = " ".repeat(TextTable.width(prefix)) + INDENT + group;
      }
    }
    lines.add(line);
    return lines;
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
