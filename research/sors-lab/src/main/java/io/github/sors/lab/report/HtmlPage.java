package io.github.sors.lab.report;

import io.github.sors.data.registry.Shape;
import io.github.sors.figure.Figure;
import io.github.sors.figure.FigureRenderer;
import io.github.sors.lab.study.Comparison;
import io.github.sors.lab.study.Comparison.Row;
import io.github.sors.lab.study.StudyData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The report as one page with embedded style and figures, which loads nothing. */
final class HtmlPage {

  private HtmlPage() {}

  static String of(List<Comparison> comparisons, List<List<Figure>> figures, List<String> notes)
      throws IOException {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .append("<title>Relative similarity learning: comparison</title>\n<style>\n")
        .append(style())
        .append("</style>\n</head>\n<body>\n<main>\n")
        .append("<h1>Relative similarity learning: comparison</h1>\n");
    if (comparisons.size() > 1) {
      page.append("<nav aria-label=\"data sets\">");
      for (Comparison comparison : comparisons) {
        String name = escaped(comparison.data().name());
        page.append("<a href=\"#").append(name).append("\">").append(name).append("</a> ");
      }
      page.append("</nav>\n");
    }
    for (int k = 0; k < comparisons.size(); k++) {
      addSection(page, comparisons.get(k), figures.get(k));
    }
    page.append("<section>\n<h2>How this was measured</h2>\n<ul>\n");
    notes.forEach(note -> page.append("<li>").append(escaped(note)).append("</li>\n"));
    page.append("</ul>\n</section>\n</main>\n</body>\n</html>\n");
    return page.toString();
  }

  private static String style() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(HtmlPage.class.getResourceAsStream("report.css"))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void addSection(StringBuilder page, Comparison comparison, List<Figure> figures) {
    StudyData data = comparison.data();
    page.append("<section id=\"").append(escaped(data.name())).append("\">\n<h2>");
    page.append(escaped(data.name())).append("</h2>\n<p>").append(Shape.of(data.rows()));
    page.append("; normalisation: ").append(escaped(data.normalization().toString()));
    page.append(data.note().isEmpty() ? "" : "; " + escaped(data.note())).append(".</p>\n");
    if (!data.caveat().isEmpty()) {
      page.append("<p class=\"caveat\"><strong>Not the paper’s data:</strong> ")
          .append(escaped(data.caveat()))
          .append(". The paper’s values (†) are shown for orientation only.</p>\n");
    }
    addTable(page, comparison);
    page.append("<div class=\"figures\">\n");
    for (Figure figure : figures) {
      // inside a page the names of the languages are known
      String svg = FigureRenderer.svg(figure).replaceAll(" xmlns(:\\w+)?=\"[^\"]*\"", "");
      page.append("<figure>").append(svg).append("</figure>\n");
    }
    page.append("</div>\n</section>\n");
  }

  private static void addTable(StringBuilder page, Comparison comparison) {
    boolean differs = !comparison.data().caveat().isEmpty();
    page.append("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"results on ")
        .append(escaped(comparison.data().name()))
        .append("\">\n<table>\n<thead><tr>");
    List<Integer> columns = Tables.columns(comparison);
    for (int column : columns) {
      boolean paper = Tables.isPaper(column);
      page.append("<th scope=\"col\"")
          .append(paper ? " class=\"paper\"" : "")
          .append('>')
          .append(Tables.HEADINGS.get(column))
          .append(paper && differs ? " †" : "")
          .append("</th>");
    }
    page.append("<th scope=\"col\">parameters</th></tr></thead>\n<tbody>\n");
    for (Row row : comparison.rows()) {
      addRow(page, row, columns);
    }
    page.append("</tbody>\n</table>\n</div>\n");
  }

  private static void addRow(StringBuilder page, Row row, List<Integer> columns) {
    List<String> cells = Tables.cells(row);
    page.append(row.best() ? "<tr class=\"best\">" : "<tr>");
    page.append("<th scope=\"row\">").append(escaped(cells.get(0))).append("</th>");
    for (int column : columns.subList(1, columns.size())) {
      String text = escaped(cells.get(column)).replace(" ± ", "\u00A0±\u00A0");
      page.append(Tables.isPaper(column) ? "<td class=\"paper\">" : "<td>")
          .append(text)
          .append(column == 1 && row.tiesWithBest() ? "\u00A0≈" : "")
          .append("</td>");
    }
    page.append("<td class=\"text\">")
        .append(escaped(row.parameters()))
        .append(row.failure().isEmpty() ? "" : "NA: " + escaped(row.failure()))
        .append("</td></tr>\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
