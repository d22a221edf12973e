package io.github.sors.ranking.report;

import io.github.sors.eval.Gain;
import io.github.sors.figure.Figure;
import io.github.sors.figure.FigureRenderer;
import io.github.sors.io.AtomicFiles;
import io.github.sors.ranking.learn.HeldOutChoice;
import io.github.sors.ranking.learn.SearchExperiment;
import io.github.sors.ranking.learn.SearchExperiment.Change;
import io.github.sors.ranking.learn.SearchExperiment.ExplainedTerm;
import io.github.sors.ranking.learn.SearchExperiment.Table;
import io.github.sors.ranking.measure.PairedComparison;
import io.github.sors.ranking.measure.RankingMeasure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One page about a learnt ranking: style and figures are inside, nothing is loaded from anywhere.
 *
 * <p>Threads: immutable; one thread at a time writes into a folder. Failures: a page that cannot be
 * written throws {@link java.io.IOException}. On a Java without fonts it cannot be drawn: call
 * {@link io.github.sors.figure.FigureRenderer#requireFonts} before long work.
 *
 * @param title what was searched
 * @param result what was measured on held-out queries
 * @param known the same for known queries
 * @param curve MAP by the number of judged queries
 * @param choice what the final model uses
 */
public record SearchReport(
    String title,
    SearchExperiment.Result result,
    Table known,
    Map<Integer, Double> curve,
    HeldOutChoice choice) {

  private static final int SHOWN_CHANGES = 8;
  private static final RankingMeasure MAP = SearchExperiment.MEASURES.get(0);
  private static final String STYLE =
      """
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      body { margin: 0 auto; max-width: 60rem; padding: 1rem 1.5rem 4rem; }
      table { border-collapse: collapse; margin: 1rem 0; }
      th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid #8886; }
      th:first-child, .text { text-align: left; }
      td.text { max-width: 28rem; }
      .gain { color: #087f5b; } .loss { color: #c92a2a; }
      @media (prefers-color-scheme: dark) { .gain { color: #63e6be; } .loss { color: #ffa8a8; } }
      figure { margin: 1rem 0; background: #fff; border-radius: .5rem; overflow-x: auto; }
      .wide { overflow-x: auto; }
      .weak { text-decoration: line-through; }
      """;

  /** Writes {@code index.html}; the folder is created where it is missing. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    AtomicFiles.replaceText(folder.resolve("index.html"), out -> out.write(page()));
  }

  String page() {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        .append(escaped(title))
        .append(": learnt ranking</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<main>\n<h1>")
        .append(escaped(title))
        .append(": learnt ranking</h1>\n<p>")
        .append(escaped(summary()))
        .append("</p>\n");
    addTable(page, "Held-out queries", result.all());
    page.append(
            "<p>Each query was ranked while it was held out: nothing was learnt or chosen on it.")
        .append(
            " Gain is that of map over BM25, with its 95% interval; queries of the same text count once.")
        .append("</p>\n");
    addFolds(page);
    if (curve.size() > 1) {
      addCurve(page);
    }
    addTable(page, "Seen documents: judged for a training query", result.seen());
    addTable(page, "Fresh documents: judged for no training query", result.fresh());
    page.append("<p>For both tables the documents of the other kind are taken out of the rankings")
        .append(" and of the judgements. What was learnt of documents helps most where they were")
        .append(" judged before.</p>\n");
    addTable(page, "Known queries: half of the relevant documents is known", known);
    page.append("<p>The rest is to be found. Rocchio adds the terms of the known half; the matrix")
        .append(" is learnt from the known halves of all queries, with fixed settings.</p>\n");
    addChanges(page, "Queries that gained most", result.changes());
    List<Change> losses = new ArrayList<>(result.changes());
    Collections.reverse(losses);
    addChanges(page, "Queries that lost most", losses);
    page.append("</main>\n</body>\n</html>\n");
    return page.toString();
  }

  private String summary() {
    Gain gain = result.all().gain(SearchExperiment.FUSED);
    return String.format(
        Locale.ROOT,
        "MAP %.4f, BM25 %.4f on %d held-out queries: gain %+.4f, 95%% interval %s. The final model"
            + " ranks by %s.",
        gain.learnt(),
        gain.start(),
        gain.heldOut(),
        gain.mean(),
        interval(gain),
        choice.isGain() ? choice.fusion().toString() : "BM25: " + choice.whyBm25());
  }

  private static String interval(Gain gain) {
    return String.format(Locale.ROOT, "%+.4f..%+.4f", gain.low(), gain.high());
  }

  private static void addTable(StringBuilder page, String title, Table table) {
    page.append("<h2>").append(escaped(title)).append("</h2>\n");
    if (table.evaluations().isEmpty()) {
      page.append("<p>There are none.</p>\n");
      return;
    }
    int queries = table.evaluations().values().iterator().next().queries().size();
    page.append("<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">")
        .append(queries)
        .append(" queries</th>");
    for (RankingMeasure measure : SearchExperiment.MEASURES) {
      page.append("<th scope=\"col\">").append(measure.name()).append("</th>");
    }
    page.append("<th scope=\"col\">gain</th><th scope=\"col\">95% interval</th>")
        .append("</tr></thead>\n<tbody>\n");
    table
        .evaluations()
        .forEach(
            (method, evaluation) -> {
              page.append("<tr><th scope=\"row\">").append(escaped(method)).append("</th>");
              for (RankingMeasure measure : SearchExperiment.MEASURES) {
                page.append("<td>").append(decimal(evaluation.mean(measure))).append("</td>");
              }
              Gain gain = table.gain(method);
              if (method.equals(SearchExperiment.BM25)) {
                page.append("<td></td><td></td></tr>\n");
              } else {
                page.append(changed(gain.mean(), "%+.4f"))
                    .append("<td>")
                    .append(interval(gain))
                    .append("</td></tr>\n");
              }
            });
    page.append("</tbody>\n</table></div>\n");
  }

  private void addFolds(StringBuilder page) {
    page.append("<h2>Folds</h2>\n<div class=\"wide\"><table>\n<thead><tr>");
    for (String heading : List.of("fold", "queries", "BM25", "fused", "difference", "p")) {
      page.append("<th scope=\"col\">").append(heading).append("</th>");
    }
    page.append(
        "<th scope=\"col\" class=\"text\">chosen without this fold</th></tr></thead>\n<tbody>\n");
    for (int fold = 0; fold < result.byFold().size(); fold++) {
      PairedComparison comparison = result.byFold().get(fold);
      page.append("<tr><th scope=\"row\">")
          .append(fold + 1)
          .append("</th><td>")
          .append(comparison.queries())
          .append("</td><td>")
          .append(decimal(comparison.baselineMean()))
          .append("</td><td>")
          .append(decimal(comparison.mean()))
          .append("</td>")
          .append(changed(comparison.difference(), "%+.4f"))
          .append("<td>")
          .append(escaped(PairedComparison.probability(comparison.randomisation())))
          .append("</td><td class=\"text\">")
          .append(escaped(result.choices().get(fold).fusion().toString()))
          .append("</td></tr>\n");
    }
    page.append("</tbody>\n</table></div>\n");
  }

  private void addCurve(StringBuilder page) {
    page.append("<h2>How many judged queries are needed</h2>\n<figure>")
        .append(FigureRenderer.svg(figure()).replaceAll(" xmlns(:\\w+)?=\"[^\"]*\"", ""))
        .append("</figure>\n<div class=\"wide\"><table>\n<tbody>\n<tr>")
        .append("<th scope=\"row\">judged queries</th>");
    curve.keySet().forEach(size -> page.append("<td>").append(size).append("</td>"));
    page.append("</tr>\n<tr><th scope=\"row\">map, fused</th>");
    curve.values().forEach(map -> page.append("<td>").append(decimal(map)).append("</td>"));
    page.append("</tr>\n</tbody></table></div>\n");
  }

  private Figure figure() {
    double[] sizes = curve.keySet().stream().mapToDouble(Integer::doubleValue).toArray();
    double[] values = curve.values().stream().mapToDouble(Double::doubleValue).toArray();
    double[] baseline = new double[sizes.length];
    double bm25 = result.all().evaluation(SearchExperiment.BM25).mean(MAP);
    Arrays.fill(baseline, bm25);
    return new Figure(
        "learning-curve",
        "MAP on held-out queries",
        Figure.Axis.logarithmic("judged queries"),
        Figure.Axis.linear("MAP"),
        List.of(
            Figure.Series.plain("fused", 0, sizes, values),
            Figure.Series.plain("BM25", 1, sizes, baseline)));
  }

  private static void addChanges(StringBuilder page, String title, List<Change> changes) {
    page.append("<h2>").append(title).append("</h2>\n<div class=\"wide\"><table>\n<thead><tr>");
    for (String heading : List.of("query", "BM25", "fused", "difference")) {
      page.append("<th scope=\"col\">").append(heading).append("</th>");
    }
    page.append("<th scope=\"col\" class=\"text\">because of</th></tr></thead>\n<tbody>\n");
    for (Change change : changes.subList(0, Math.min(SHOWN_CHANGES, changes.size()))) {
      page.append("<tr><td class=\"text\">")
          .append(escaped(change.id() + ": " + shortened(change.text())))
          .append("</td><td>")
          .append(decimal(change.before()))
          .append("</td><td>")
          .append(decimal(change.after()))
          .append("</td>")
          .append(changed(change.after() - change.before(), "%+.4f"))
          .append("<td class=\"text\">");
      List<String> terms = new ArrayList<>();
      for (ExplainedTerm term : change.terms()) {
        String name = escaped(term.term());
        terms.add(
            (term.added() < 0 ? "<span class=\"weak\">" + name + "</span>" : name)
                + String.format(Locale.ROOT, "\u00a0%+.2f", term.added()));
      }
      page.append(String.join(", ", terms)).append("</td></tr>\n");
    }
    page.append("</tbody>\n</table></div>\n");
  }

  private static String changed(double difference, String format) {
    String kind = difference > 0 ? "gain" : difference < 0 ? "loss" : "";
    return "<td class=\"" + kind + "\">" + String.format(Locale.ROOT, format, difference) + "</td>";
  }

  private static String shortened(String text) {
    return text.length() <= 160 ? text : text.substring(0, 159) + "…";
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
