package io.github.sors.distribution;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of one command, in the language of {@code man}. */
final class ManualPage {

  private final CommandSpec command;
  private final String version;
  private final String date;
  private final StringBuilder text = new StringBuilder();

  private ManualPage(CommandSpec command, String version, String date) {
    this.command = command;
    this.version = version;
    this.date = date;
  }

  /** Returns the page of a command. */
  static String of(CommandSpec command, String version, String date) {
    return new ManualPage(command, version, date).write();
  }

  /** The name of the page: {@code sors-data-list} for {@code sors data list}. */
  static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  private String write() {
    line(
        ".TH %s 1 \"%s\" \"sors %s\" \"Manual of sors\""
            .formatted(
                escape(name(command).toUpperCase(Locale.ROOT)), escape(date), escape(version)));
    // no hyphens in names of options, no stretched lines
    line(".nh");
    line(".ad l");
    section("NAME");
    paragraph(name(command) + " - " + firstSentence());
    section("SYNOPSIS");
    block(new Help(command, Help.Ansi.OFF).synopsis(0).strip());
    if (command.usageMessage().description().length > 0) {
      section("DESCRIPTION");
      for (String sentence : command.usageMessage().description()) {
        paragraph(format(sentence));
      }
    }
    List<PositionalParamSpec> parameters =
        command.positionalParameters().stream().filter(p -> !p.hidden()).toList();
    if (!parameters.isEmpty()) {
      section("ARGUMENTS");
      parameters.forEach(
          parameter -> entry(italic(parameter.paramLabel()), description(parameter)));
    }
    List<OptionSpec> options = command.options().stream().filter(o -> !o.hidden()).toList();
    if (!options.isEmpty()) {
      section("OPTIONS");
      options.forEach(option -> entry(names(option), description(option)));
    }
    if (!command.subcommands().isEmpty()) {
      section("COMMANDS");
      command.subcommands().values().stream()
          .map(CommandLine::getCommandSpec)
          .forEach(sub -> entry(bold(name(sub)) + "(1)", firstLine(sub)));
    }
    String[] footer = command.usageMessage().footer();
    if (footer.length > 0) {
      section("NOTES");
      block(format(String.join("\n", footer)));
    }
    if (command.parent() != null) {
      section("SEE ALSO");
      line(bold(name(command.parent())) + "(1)");
    }
    return text.toString();
  }

  private String firstSentence() {
    String line = firstLine(command);
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }

  private static String firstLine(CommandSpec command) {
    String[] header = command.usageMessage().header();
    String[] words = header.length > 0 ? header : command.usageMessage().description();
    return words.length == 0 ? command.name() : format(words[0]).lines().findFirst().orElse("");
  }

  private static String names(OptionSpec option) {
    String names =
        List.of(option.names()).stream().map(ManualPage::bold).collect(Collectors.joining(", "));
    return option.arity().max() == 0
        ? names
        : names
            + (option.arity().min() == 0 ? "[=" : "=")
            + italic(option.paramLabel())
            + (option.arity().min() == 0 ? "]" : "");
  }

  private static String description(ArgSpec argument) {
    return format(String.join("\n", argument.description()));
  }

  /** The text as picocli prints it: with the line breaks of {@code %n}. */
  private static String format(String text) {
    return text.replace("%n", "\n").replace("%%", "%");
  }

  private void section(String title) {
    line(".SH " + title);
  }

  private void paragraph(String words) {
    line(".PP");
    words.lines().map(ManualPage::escape).forEach(this::line);
  }

  private void entry(String term, String words) {
    line(".TP");
    line(term);
    words.lines().map(ManualPage::escape).forEach(this::line);
  }

  /** Lines that stay as they are. */
  private void block(String words) {
    line(".PP");
    line(".nf");
    words.lines().map(ManualPage::escape).forEach(this::line);
    line(".fi");
  }

  private void line(String words) {
    text.append(words).append('\n');
  }

  private static String bold(String words) {
    return "\\fB" + escape(words) + "\\fR";
  }

  private static String italic(String words) {
    return "\\fI" + escape(words) + "\\fR";
  }

  /** A dot or an apostrophe at the start of a line would be a request. */
  private static String escape(String words) {
    String escaped = words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
    return escaped.startsWith(".") ? "\\&" + escaped : escaped;
  }
}
