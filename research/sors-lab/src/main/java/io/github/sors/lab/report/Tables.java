package io.github.sors.lab.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.sors.lab.paper.PublishedResults;
import io.github.sors.lab.study.Comparison;
import io.github.sors.lab.study.Comparison.Row;
import io.github.sors.lab.study.Comparison.Values;
import io.github.sors.lab.study.Summary;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The comparison as CSV, Markdown and LaTeX. */
final class Tables {

  private static final String NOT_AVAILABLE = "NA";
  private static final List<String> CSV_HEADINGS =
      List.of(
          "data set",
          "algorithm",
          "parameters",
          "splits",
          "MAP %",
          "MAP ±",
          "P@1 %",
          "P@1 ±",
          "P@10 %",
          "P@10 ±",
          "sparsity %",
          "sparsity ±",
          "non-zeros",
          "non-zeros ±",
          "training s",
          "training ±",
          "query ms",
          "query ±",
          "best",
          "p-value",
          "paper MAP %",
          "paper MAP ±",
          "paper sparsity %",
          "paper sparsity ±",
          "paper training s",
          "paper training ±",
          "data differ from the paper's",
          "not computed",
          "model bytes",
          "model bytes ±");

  private Tables() {}

  /** One line per method and data set; plain numbers, fractions in per cent, empty if unknown. */
  static String csv(List<Comparison> comparisons) {
    StringWriter text = new StringWriter();
    CsvWriter lines = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).bufferSize(0).build(text);
    lines.writeRecord(CSV_HEADINGS);
    for (Comparison comparison : comparisons) {
      for (Row row : comparison.rows()) {
        List<String> cells = new ArrayList<>();
        cells.add(comparison.data().name());
        cells.add(row.method().name());
        cells.add(row.parameters());
        cells.add(row.values().map(values -> "" + values.map().count()).orElse(""));
        addSummary(cells, row, 100, Values::map);
        addSummary(cells, row, 100, Values::precisionAt1);
        addSummary(cells, row, 100, Values::precisionAt10);
        addSummary(cells, row, 100, Values::sparsity);
        addSummary(cells, row, 1, Values::nonZeros);
        addSummary(cells, row, 1, Values::trainSeconds);
        addSummary(cells, row, 1000, Values::querySeconds);
        cells.add(row.best() ? "yes" : "");
        cells.add(row.pValue().map(value -> "" + value).orElse(""));
        addPublished(cells, row, PublishedResults.Result::map);
        addPublished(cells, row, PublishedResults.Result::sparsity);
        addPublished(cells, row, PublishedResults.Result::seconds);
        cells.add(comparison.data().caveat());
        cells.add(row.failure());
        // last, so that the earlier columns keep their numbers
        addSummary(cells, row, 1, Values::modelBytes);
        lines.writeRecord(cells);
      }
    }
    return text.toString();
  }

  private static void addSummary(
      List<String> cells, Row row, double factor, Function<Values, Summary> value) {
    Optional<Summary> summary = row.values().map(value);
    cells.add(summary.map(found -> plain(factor * found.mean())).orElse(""));
    cells.add(
        summary
            .filter(found -> found.count() > 1)
            .map(found -> plain(factor * found.deviation()))
            .orElse(""));
  }

  private static void addPublished(
      List<String> cells,
      Row row,
      Function<PublishedResults.Result, Optional<PublishedResults.Value>> value) {
    Optional<PublishedResults.Value> found = row.published().flatMap(value);
    cells.add(found.map(known -> plain(known.mean())).orElse(""));
    cells.add(found.map(known -> plain(known.deviation())).orElse(""));
  }

  private static String plain(double value) {
    return String.format(Locale.ROOT, "%.6f", value).replaceFirst("\\.?0+$", "");
  }

  /** The headings of a data set's table. */
  static final List<String> HEADINGS =
      List.of(
          "algorithm",
          "MAP %",
          "paper",
          "p",
          "P@1 %",
          "P@10 %",
          "sparsity %",
          "paper",
          "non-zeros",
          "training s",
          "paper",
          "query ms");

  /** The columns that are not empty: other data have no values of the paper. */
  static List<Integer> columns(Comparison comparison) {
    boolean published = comparison.rows().stream().anyMatch(row -> row.published().isPresent());
    List<Integer> columns = new ArrayList<>();
    for (int column = 0; column < HEADINGS.size(); column++) {
      if (published || !isPaper(column)) {
        columns.add(column);
      }
    }
    return columns;
  }

  static boolean isPaper(int column) {
    return HEADINGS.get(column).equals("paper");
  }

  private static <T> List<T> at(List<Integer> columns, List<T> all) {
    return columns.stream().map(all::get).toList();
  }

  /** The cells of a method as text, in the order of {@link #HEADINGS}. */
  static List<String> cells(Row row) {
    Optional<Values> values = row.values();
    return List.of(
        row.method().title(),
        values.map(found -> Numbers.percent(found.map())).orElse(NOT_AVAILABLE),
        published(row, PublishedResults.Result::map),
        row.best() ? "best" : row.pValue().map(Numbers::pValue).orElse(""),
        values.map(found -> Numbers.percent(found.precisionAt1())).orElse(NOT_AVAILABLE),
        values.map(found -> Numbers.percent(found.precisionAt10())).orElse(NOT_AVAILABLE),
        values.map(found -> Numbers.percent(found.sparsity())).orElse(NOT_AVAILABLE),
        published(row, PublishedResults.Result::sparsity),
        values.map(found -> Numbers.count(found.nonZeros())).orElse(NOT_AVAILABLE),
        values.map(found -> Numbers.seconds(found.trainSeconds())).orElse(NOT_AVAILABLE),
        published(row, PublishedResults.Result::seconds),
        values.map(found -> Numbers.milliseconds(found.querySeconds())).orElse(NOT_AVAILABLE));
  }

  private static String published(
      Row row, Function<PublishedResults.Result, Optional<PublishedResults.Value>> value) {
    return row.published()
        .map(result -> value.apply(result).map(Numbers::published).orElse(NOT_AVAILABLE))
        .orElse("");
  }

  static String markdown(List<Comparison> comparisons, List<String> notes) {
    StringBuilder text = new StringBuilder();
    for (Comparison comparison : comparisons) {
      text.append("## ").append(comparison.data().name()).append("\n\n");
      if (!comparison.data().caveat().isEmpty()) {
        text.append("Not the paper's data: ").append(comparison.data().caveat()).append(".\n\n");
      }
      List<Integer> columns = columns(comparison);
      text.append("| ").append(String.join(" | ", at(columns, HEADINGS))).append(" |\n");
      text.append("|---|").append("---:|".repeat(columns.size() - 1)).append("\n");
      for (Row row : comparison.rows()) {
        List<String> cells = new ArrayList<>(cells(row));
        if (row.best()) {
          cells.set(1, "**" + cells.get(1) + "**");
        } else if (row.tiesWithBest()) {
          cells.set(1, cells.get(1) + " ≈");
        }
        text.append("| ").append(String.join(" | ", at(columns, cells))).append(" |\n");
      }
      text.append('\n');
      for (Row row : comparison.rows()) {
        if (!row.failure().isEmpty()) {
          text.append("- ").append(row.method().title()).append(": NA, ").append(row.failure());
          text.append(".\n");
        }
      }
      text.append('\n');
    }
    notes.forEach(note -> text.append("- ").append(note).append('\n'));
    return text.toString();
  }

  /** Tables for a paper, with MAP, sparsity and time as in the original. */
  static String latex(List<Comparison> comparisons) {
    StringBuilder text = new StringBuilder();
    for (Comparison comparison : comparisons) {
      text.append("\\begin{table}\n\\centering\n\\caption{")
          .append(escaped(comparison.data().name()))
          .append(
              comparison.data().caveat().isEmpty()
                  ? ""
                  : "; not the paper's data: " + escaped(comparison.data().caveat()))
          .append("}\n\\begin{tabular}{lrrrrrr}\n\\hline\n")
          .append("Algorithm & MAP (\\%) & paper & Sparsity (\\%) & paper & Time (s) & paper")
          .append(" \\\\\n\\hline\n");
      for (Row row : comparison.rows()) {
        List<String> all = cells(row);
        String map = row.tiesWithBest() ? all.get(1) + "$^\\approx$" : all.get(1);
        List<String> cells =
            List.of(
                escaped(all.get(0)),
                row.best() ? "\\textbf{" + map + "}" : map,
                all.get(2),
                all.get(6),
                all.get(7),
                all.get(9),
                all.get(10));
        text.append(String.join(" & ", cells).replace(" ± ", "$\\pm$")).append(" \\\\\n");
      }
      text.append("\\hline\n\\end{tabular}\n\\end{table}\n\n");
    }
    return text.toString();
  }

  private static String escaped(String text) {
    return text.replaceAll("([&%$#_{}])", "\\\\$1");
  }
}
