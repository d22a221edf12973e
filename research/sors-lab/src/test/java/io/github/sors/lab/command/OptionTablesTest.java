package io.github.sors.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.input.AlgorithmFlags;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.ListedOption;
import io.github.sors.option.OptionList;
import io.github.sors.option.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of docs/reference/settings.md are those of the list of options. */
class OptionTablesTest {

  private static final Path DOCUMENT = Path.of("..", "..", "docs", "reference", "settings.md");
  private static final String BEGIN = "<!-- from the list of options, see OptionTablesTest -->\n";
  private static final String END = "<!-- end of the list of options -->\n";

  private static final OptionList LIST = new AlgorithmFlags.OfAll().list();

  /** After a change of the list run it with -Dsors.writeDocuments=true. */
  @Test
  void theDocumentHasThem() throws IOException {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf(BEGIN) + BEGIN.length();
    int end = document.indexOf(END);
    assertThat(document).contains(BEGIN, END);
    if (Boolean.getBoolean("sors.writeDocuments")) {
      Files.writeString(
          DOCUMENT, document.substring(0, begin) + tables() + document.substring(end));
      return;
    }
    assertThat(document.substring(begin, end)).isEqualTo(tables());
  }

  private static String tables() {
    StringBuilder tables = new StringBuilder();
    row(tables, "`--algorithm`", "", "options of its own");
    row(tables, "---", "---", "---");
    for (AlgorithmDescriptor<?> algorithm : LIST.algorithms()) {
      row(
          tables,
          code(algorithm.label()),
          algorithm.title() + ": " + algorithm.summary(),
          algorithm.ownNames().stream()
              .map(name -> code("--" + name))
              .collect(Collectors.joining(", ")));
    }
    tables.append('\n');
    row(tables, "option", "of", "default", "range", "unit", "`sors tune` tries", "meaning");
    row(tables, "---", "---", "---", "---", "---", "---", "---");
    for (ListedOption option : LIST.options()) {
      for (ListedOption.Use use : option.uses()) {
        Parameter<?> parameter = use.parameter();
        row(
            tables,
            code("--" + option.name()),
            option.algorithms(use),
            parameter.defaultText(),
            parameter.domain().range(),
            parameter.unit(),
            grids(use),
            parameter.meaning());
      }
    }
    return tables.toString();
  }

  /** The grid, or the grids by algorithm where they differ. */
  private static String grids(ListedOption.Use use) {
    Map<List<String>, String> labels = new LinkedHashMap<>();
    for (AlgorithmDescriptor<?> algorithm : use.algorithms()) {
      List<String> grid = algorithm.parameter(use.parameter().name()).orElseThrow().grid();
      labels.merge(grid, algorithm.label(), (before, label) -> before + ", " + label);
    }
    labels.remove(List.of());
    boolean same = labels.size() == 1 && use.parameter().grid().size() > 0;
    return labels.entrySet().stream()
        .map(entry -> (same ? "" : entry.getValue() + ": ") + String.join(", ", entry.getKey()))
        .collect(Collectors.joining("; "));
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static void row(StringBuilder table, String... cells) {
    table.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
