package io.github.sors.cli;

import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.TextTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The commands as the help lists them: what people work with, and apart what measures that. */
final class CommandList {

  private static final int INDENT = 2;

  private CommandList() {}

  /** Returns both lists of all commands, with the heading of the second one. */
  static String of(CommandLine all) {
    Map<String, String> work = new LinkedHashMap<>();
    Map<String, String> measurements = new LinkedHashMap<>();
    all.getSubcommands()
        .forEach(
            (name, command) ->
                (Research.COMMANDS.containsKey(name) ? measurements : work)
                    .put(name, String.join(" ", command.getCommandSpec().usageMessage().header())));
    work.put(Research.SPARK, Research.OF_SOURCES.get(Research.SPARK));
    measurements.put(Research.BENCH, Research.OF_SOURCES.get(Research.BENCH));
    int width =
        List.of(work, measurements).stream()
            .flatMap(list -> list.keySet().stream())
            .mapToInt(String::length)
            .max()
            .orElseThrow();
    return lines(work, width)
        + System.lineSeparator()
        + "Experiments and measurements:"
        + System.lineSeparator()
        + lines(measurements, width);
  }

  private static String lines(Map<String, String> commands, int width) {
    StringBuilder lines = new StringBuilder();
    commands.forEach(
        (name, header) -> {
          String start = " ".repeat(INDENT) + name + " ".repeat(width - name.length() + INDENT);
          int room = TextTable.SCREEN - start.length() - INDENT;
          for (String line : Formatting.wrapped(header, room)) {
            lines.append(start).append(line).append(System.lineSeparator());
            start = " ".repeat(2 * INDENT + width + INDENT);
          }
        });
    return lines.toString();
  }
}
