package io.github.sors.cli.search;

import io.github.sors.Model;
import io.github.sors.search.Explanation;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * An explanation as a picture: query features as rows, item features as columns, and in each cell
 * the contribution of the pair to the score, green if positive and purple if negative.
 *
 * <p>The picture is SVG, which can be saved as a file or embedded in a page. Among the pairs that
 * the explanation lists, it shows the features that contribute most on each side; every cell has a
 * tooltip with its numbers.
 *
 * <p>Threads: any thread may call it. Failures: a negative number of features throws {@link
 * IllegalArgumentException}; characters that XML does not allow are replaced.
 */
public final class HeatMap {

  private static final int CELL = 22;
  private static final int LABEL = 130;
  private static final int LONGEST_NAME = 18;
  // the opacity of the weakest pair, visibly different from an empty cell
  private static final double FAINTEST = 0.08;

  private HeatMap() {}

  /**
   * Draws an explanation.
   *
   * @param model provides the names of the features
   * @param most how many features of either side to show at most
   */
  public static String svg(Model model, Explanation explanation, int most) {
    List<Explanation.Pair> pairs = explanation.pairs();
    List<Integer> rows = strongest(pairs, Explanation.Pair::queryFeature, most);
    List<Integer> columns = strongest(pairs, Explanation.Pair::itemFeature, most);
    double largest = pairs.isEmpty() ? 1 : Math.abs(pairs.get(0).contribution());
    int width = LABEL + CELL * columns.size() + CELL;
    int height = LABEL + CELL * rows.size() + 2 * CELL;
    StringBuilder svg = new StringBuilder();
    append(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"11\">%n",
        width,
        height,
        width,
        height);
    append(
        svg,
        "<title>score %.4f by %d pairs of features</title>%n",
        explanation.score(),
        pairs.size() + explanation.otherPairs());
    for (int r = 0; r < rows.size(); r++) {
      append(
          svg,
          "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
          LABEL - 6,
          LABEL + CELL * r + 15,
          name(model.queryFeature(rows.get(r))));
    }
    for (int c = 0; c < columns.size(); c++) {
      append(
          svg,
          "<text transform=\"translate(%d,%d) rotate(-60)\">%s</text>%n",
          LABEL + CELL * c + 14,
          LABEL - 6,
          name(model.itemFeature(columns.get(c))));
    }
    for (Explanation.Pair pair : pairs) {
      int r = rows.indexOf(pair.queryFeature());
      int c = columns.indexOf(pair.itemFeature());
      if (r >= 0 && c >= 0) {
        cell(svg, model, pair, LABEL + CELL * c, LABEL + CELL * r, largest);
      }
    }
    append(
        svg,
        "<text x=\"%d\" y=\"%d\">score %.4f</text>%n</svg>%n",
        6,
        height - 10,
        explanation.score());
    return svg.toString();
  }

  private static void cell(
      StringBuilder svg, Model model, Explanation.Pair pair, int x, int y, double largest) {
    double share = largest == 0 ? 0 : Math.abs(pair.contribution()) / largest;
    append(
        svg,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" fill-opacity=\"%.3f\">"
            + "<title>%s → %s: %+.4f, weight %+.4f</title></rect>%n",
        x,
        y,
        CELL - 1,
        CELL - 1,
        pair.contribution() < 0 ? "#762a83" : "#1b7837",
        FAINTEST + (1 - FAINTEST) * share,
        escaped(model.queryFeature(pair.queryFeature())),
        escaped(model.itemFeature(pair.itemFeature())),
        pair.contribution(),
        pair.weight());
  }

  /** The features of one side, ordered by the sum of the absolute contributions of their pairs. */
  private static List<Integer> strongest(
      List<Explanation.Pair> pairs, ToIntFunction<Explanation.Pair> side, int most) {
    Map<Integer, Double> sums = new HashMap<>();
    for (Explanation.Pair pair : pairs) {
      sums.merge(side.applyAsInt(pair), Math.abs(pair.contribution()), Double::sum);
    }
    return sums.entrySet().stream()
        .sorted(
            Map.Entry.<Integer, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .map(Map.Entry::getKey)
        .collect(Collectors.toList());
  }

  private static String name(String feature) {
    int length = feature.codePointCount(0, feature.length());
    return escaped(
        length <= LONGEST_NAME
            ? feature
            : feature.substring(0, feature.offsetByCodePoints(0, LONGEST_NAME - 1)) + "…");
  }

  /** Escapes a text for XML and drops characters that XML does not allow. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            character -> {
              switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default ->
                    escaped.appendCodePoint(
                        Character.isISOControl(character)
                                || Character.getType(character) == Character.SURROGATE
                                || (character & 0xFFFE) == 0xFFFE
                            ? '?'
                            : character);
              }
            });
    return escaped.toString();
  }

  private static void append(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
  }
}
