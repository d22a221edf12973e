package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.cli.SorsCommand;
import io.github.sors.server.SorsService;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The tables of options are those that the commands have, and the table of requests is that of
 * openapi.json. After a change run it with {@code -Dsors.writeDocuments=true}.
 */
class ReferenceTablesTest {

  private static final boolean WRITE = Boolean.getBoolean("sors.writeDocuments");

  @Test
  void theCommandLinePageHasTheOptionsOfEveryCommand() throws IOException {
    Map<String, List<String>> commandsOf = new LinkedHashMap<>();
    collect("", SorsCommand.commandLine().getSubcommands(), commandsOf);
    StringBuilder shared = new StringBuilder();
    Map<String, String> own = new LinkedHashMap<>();
    commandsOf.forEach(
        (row, commands) -> {
          if (commands.size() < 3) {
            commands.forEach(command -> own.merge(command, row, String::concat));
          } else {
            shared.append(row.replaceFirst("\n$", " " + String.join(", ", commands) + " |\n"));
          }
        });
    StringBuilder tables = new StringBuilder();
    tables.append('\n').append(row("option", "meaning", "of"));
    tables.append(row("---", "---", "---")).append(shared);
    own.forEach(
        (command, rows) ->
            tables
                .append("\n**sors ")
                .append(command)
                .append("**\n\n")
                .append(row("option", "meaning"))
                .append(row("---", "---"))
                .append(rows));
    compare("docs/reference/command-line.md", "the commands", tables.toString());
  }

  /** Collects the rows of all options, each with the commands that have it. */
  private static void collect(
      String before, Map<String, CommandLine> commands, Map<String, List<String>> commandsOf) {
    commands.forEach(
        (name, command) -> {
          List<String> rows = new ArrayList<>();
          for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
            rows.add(row("`" + parameter.paramLabel() + "`", meaning(parameter)));
          }
          for (OptionSpec option : command.getCommandSpec().options()) {
            // those without a field are options of the algorithms, which settings.md has
            boolean isOwn = option.userObject() != null && !option.hidden();
            if (isOwn && !option.usageHelp() && !option.versionHelp()) {
              rows.add(row(names(option), meaning(option)));
            }
          }
          for (String row : rows) {
            commandsOf.computeIfAbsent(row, key -> new ArrayList<>()).add(before + name);
          }
          collect(before + name + " ", command.getSubcommands(), commandsOf);
        });
  }

  private static String names(OptionSpec option) {
    String label = option.arity().max() > 0 ? " " + option.paramLabel() : "";
    return "`" + String.join("`, `", option.names()) + label + "`";
  }

  private static String meaning(ArgSpec argument) {
    return String.join(" ", argument.description()).replace("%n", " ").replace("%%", "%");
  }

  @Test
  void theHttpPageHasTheRequestsOfTheService() throws IOException {
    StringBuilder table = new StringBuilder();
    table.append('\n').append(row("request", "what it does", "answers"));
    table.append(row("---", "---", "---"));
    try (InputStream in = SorsService.class.getResourceAsStream("openapi.json")) {
      JsonNode paths = new ObjectMapper().readTree(in).get("paths");
      for (Map.Entry<String, JsonNode> path : paths.properties()) {
        for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
          table.append(request(path.getKey(), method.getKey(), method.getValue()));
        }
      }
    }
    compare("docs/reference/http.md", "openapi.json", table.toString());
  }

  private static String request(String path, String method, JsonNode operation) {
    List<String> answers = new ArrayList<>();
    operation.get("responses").fieldNames().forEachRemaining(answers::add);
    return row(
        "`" + method.toUpperCase(Locale.ROOT) + " " + path + "`",
        operation.get("summary").asText(),
        String.join(", ", answers));
  }

  private static String row(String... cells) {
    List<String> escaped =
        List.of(cells).stream().map(cell -> cell.replace("|", "\\|").replace("<", "&lt;")).toList();
    return "| " + String.join(" | ", escaped) + " |\n";
  }

  /** Compares the part of a page between two comments, or writes it. */
  private static void compare(String name, String source, String expected) throws IOException {
    Path page = ProjectPages.ROOT.resolve(name);
    String text = Files.readString(page);
    String start = "<!-- from " + source + ", see ReferenceTablesTest -->\n";
    String end = "\n<!-- end of what is from " + source + " -->\n";
    assertThat(text).contains(start, end);
    int from = text.indexOf(start) + start.length();
    int to = text.indexOf(end);
    if (WRITE) {
      Files.writeString(page, text.substring(0, from) + expected + text.substring(to));
    } else {
      assertThat(text.substring(from, to)).isEqualTo(expected);
    }
  }
}
