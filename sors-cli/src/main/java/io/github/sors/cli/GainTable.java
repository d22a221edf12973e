package io.github.sors.cli;

import io.github.sors.data.fit.Quality;
import io.github.sors.eval.PairedDifference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares a learnt model with the start on the same queries: as a table for people or as a map for
 * programs.
 *
 * @param startName the name of the start
 * @param start its quality
 * @param learntName the name of the learnt model
 * @param learnt its quality
 */
record GainTable(String startName, Quality start, String learntName, Quality learnt) {

  private static final Map<String, String> KEYS =
      Map.of(
          Quality.MAP, "map",
          Quality.FIRST, "precisionAt1",
          Quality.TEN, "precisionAt10",
          Quality.TRIPLETS, "tripletsRight");

  /** Prints the table and what its signs mean. */
  void print(Console console) {
    List<String> names = start.names();
    TextTable table =
        new TextTable(
            row("<", names, name -> name.equals(Quality.TRIPLETS) ? "right %" : name + " %"));
    table.add(row(startName, names, name -> spread(start, name)));
    table.add(row(learntName, names, name -> spread(learnt, name)));
    table.add(row("gain", names, name -> gain(learnt.gainOver(start, name))));
    table.print(console);
    console.print("± standard error; * significant at 5%, paired by query");
  }

  private interface CellText {
    String of(String name);
  }

  private static String[] row(String heading, List<String> names, CellText text) {
    List<String> cells = new ArrayList<>();
    cells.add(heading);
    names.forEach(name -> cells.add(text.of(name)));
    return cells.toArray(String[]::new);
  }

  private static String spread(Quality quality, String name) {
    return String.format(
        Locale.ROOT, "%.2f ± %.2f ", 100 * quality.mean(name), 100 * quality.standardError(name));
  }

  private static String gain(PairedDifference gain) {
    return String.format(
        Locale.ROOT,
        "%+.2f ± %.2f%s",
        100 * gain.mean(),
        100 * gain.standardError(),
        gain.isSignificant() ? "*" : " ");
  }

  /** The numbers by measure; fractions, not per cent. */
  Map<String, Object> asMap() {
    Map<String, Object> measures = new LinkedHashMap<>();
    for (String name : start.names()) {
      PairedDifference gain = learnt.gainOver(start, name);
      Map<String, Object> values = new LinkedHashMap<>();
      values.put("start", start.mean(name));
      values.put("startError", start.standardError(name));
      values.put("learnt", learnt.mean(name));
      values.put("learntError", learnt.standardError(name));
      values.put("gain", gain.mean());
      values.put("gainError", gain.standardError());
      values.put("significant", gain.isSignificant());
      measures.put(KEYS.get(name), values);
    }
    return measures;
  }
}
