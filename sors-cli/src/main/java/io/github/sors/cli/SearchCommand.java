package io.github.sors.cli;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.search.ExactSearch;
import io.github.sors.search.Explanation;
import io.github.sors.search.Hit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the rows that answer a row best, and says why. */
@Command(
    name = "search",
    header = "Find the rows that are most similar to a row, and say why.",
    customSynopsis = "sors search [OPTIONS] --model=FILE --query=ROW DATA...",
    description = "",
    footer = {"", "Example: sors search rows.libsvm --model rows.sors --query 17 --explain"})
final class SearchCommand extends Subcommand {

  private static final int EXPLAINED_PAIRS = 5;

  @Mixin private DataArguments data;

  @Option(names = "--model", required = true, paramLabel = "FILE", description = "The model.")
  private Path model;

  @Option(
      names = "--query",
      required = true,
      paramLabel = "ROW",
      description = "The row to search with: its number, from 0, or its name.")
  private String query;

  @Option(names = "--top", paramLabel = "N", description = "How many rows to show (default: 10).")
  private int top = 10;

  @Option(names = "--explain", description = "Show the pairs of features that made each score.")
  private boolean explain;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (top < 1) {
      throw new InvalidInputException("--top of at least 1 expected, found " + top);
    }
    ModelOnData read = ModelOnData.read(model, data, console());
    BilinearModel learnt = read.model();
    Dataset rows = read.normalized();
    int row = findRow(rows);
    List<Hit> hits = new ExactSearch(learnt, rows.vectors()).search(rows.vector(row), top, row);
    if (json) {
      printJson(learnt, rows, row, hits);
    } else {
      printText(learnt, rows, row, hits);
    }
    return DONE;
  }

  private int findRow(Dataset rows) {
    int named = rows.rowNames().indexOf(query);
    if (named >= 0) {
      return named;
    }
    try {
      int number = Integer.parseInt(query);
      if (number >= 0 && number < rows.size()) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "--query: the name of a row or its number from 0 to "
              + (rows.size() - 1)
              + " expected, found '"
              + query
              + "'",
          e);
    }
    throw new InvalidInputException(
        "--query: a row from 0 to " + (rows.size() - 1) + " expected, found " + query);
  }

  private static String className(Dataset rows, int row) {
    return rows.classNames().get(rows.label(row));
  }

  private void printText(BilinearModel learnt, Dataset rows, int row, List<Hit> hits) {
    boolean named = !rows.rowNames().isEmpty();
    console()
        .print(
            TextTable.cut(
                rows.rowName(row)
                    + (named ? " (row " + row + ", class " : " (class ")
                    + className(rows, row)
                    + ")",
                TextTable.SCREEN));
    console().print("");
    TextTable table = new TextTable("rank", "score", "row", "<class", named ? "<name" : "<");
    for (int rank = 0; rank < hits.size(); rank++) {
      Hit hit = hits.get(rank);
      table.add(
          Integer.toString(rank + 1),
          Texts.decimal(hit.score()),
          Integer.toString(hit.item()),
          TextTable.cut(className(rows, hit.item()), 24),
          named ? rows.rowName(hit.item()) : "");
    }
    List<String> lines = table.lines();
    console().print(lines.get(0));
    for (int rank = 0; rank < hits.size(); rank++) {
      console().print(lines.get(rank + 1));
      if (explain) {
        printReasons(learnt, rows.vector(row), rows.vector(hits.get(rank).item()));
      }
    }
  }

  private void printReasons(BilinearModel learnt, SparseVector of, SparseVector item) {
    Explanation explanation = Explanation.of(learnt, of, item);
    List<Explanation.Pair> strongest = explanation.strongest(EXPLAINED_PAIRS);
    double rest = explanation.score();
    TextTable reasons = new TextTable("", "<", "<", "<", "");
    for (Explanation.Pair pair : strongest) {
      rest -= pair.contribution();
      reasons.add(
          "     " + String.format(Locale.ROOT, "%+.4f", pair.contribution()),
          TextTable.cut(learnt.queryFeature(pair.queryIndex()), 20),
          "->",
          TextTable.cut(learnt.itemFeature(pair.itemIndex()), 20),
          String.format(Locale.ROOT, "weight %+.4f", pair.weight()));
    }
    int others = explanation.pairs().size() - strongest.size();
    reasons.lines().stream().skip(1).forEach(console()::print);
    if (others > 0) {
      console()
          .print(
              String.format(
                  Locale.ROOT,
                  "     %+.4f  %,d other %s",
                  rest,
                  others,
                  others == 1 ? "pair" : "pairs"));
    }
  }

  private void printJson(BilinearModel learnt, Dataset rows, int row, List<Hit> hits) {
    List<Map<String, Object>> listed = new ArrayList<>();
    for (Hit hit : hits) {
      Map<String, Object> entry = describe(rows, hit.item());
      entry.put("score", hit.score());
      if (explain) {
        entry.put(
            "explanation",
            Explanation.of(learnt, rows.vector(row), rows.vector(hit.item())).pairs().stream()
                .map(pair -> describe(learnt, pair))
                .toList());
      }
      listed.add(entry);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("query", describe(rows, row));
    result.put("hits", listed);
    console().printJson(result);
  }

  private static Map<String, Object> describe(Dataset rows, int row) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("row", row);
    entry.put("name", rows.rowName(row));
    entry.put("class", className(rows, row));
    return entry;
  }

  private static Map<String, Object> describe(BilinearModel learnt, Explanation.Pair pair) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("query", learnt.queryFeature(pair.queryIndex()));
    entry.put("item", learnt.itemFeature(pair.itemIndex()));
    entry.put("weight", pair.weight());
    entry.put("contribution", pair.contribution());
    return entry;
  }
}
