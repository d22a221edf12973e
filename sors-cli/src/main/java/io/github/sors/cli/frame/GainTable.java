package io.github.sors.cli.frame;

import io.github.sors.data.fit.Quality;
import io.github.sors.eval.BlockedRankings;
import io.github.sors.eval.Gain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was learnt beside the start on the same held-out feedback: as a table for people or as a map
 * for programs.
 *
 * @param startName the name of the start
 * @param learntName the name of what was learnt
 * @param gains one per measure
 */
public record GainTable(String startName, String learntName, List<Gain> gains) {

  /** Prints the table. */
  void print(Console console) {
    TextTable table =
        new TextTable("<", startName + " %", learntName + " %", "gain", "95% interval");
    for (Gain gain : gains) {
      table.add(
          gain.measure(),
          percent("%.2f", gain.start()),
          percent("%.2f", gain.learnt()),
          percent("%+.2f", gain.mean()),
          percent("%+.2f", gain.low()) + ".." + percent("%+.2f", gain.high()));
    }
    table.print(console);
  }

  /** Prints the table, and says so if it rests on too little. */
  public void printWithWarning(Console console) {
    print(console);
    Gain gain = gains.get(0);
    if (!gain.isEnough()) {
      console.print(
          "too few to tell a gain from chance: "
              + gain.heldOut()
              + " "
              + gain.unit()
              + ", of "
              + Gain.LEAST_UNITS
              + " that it takes");
    }
  }

  private static String percent(String format, double fraction) {
    return String.format(Locale.ROOT, format, 100 * fraction);
  }

  /** The numbers by measure; fractions, not per cent. */
  public Map<String, Object> asMap() {
    Map<String, Object> measures = new LinkedHashMap<>();
    for (Gain gain : gains) {
      measures.put(key(gain.measure()), numbers(gain));
    }
    return measures;
  }

  /** The name of a measure in JSON. */
  public static String key(String measure) {
    return switch (measure) {
      case Quality.TRIPLETS -> "tripletsRight";
      case BlockedRankings.FIRST -> "precisionAt1";
      case BlockedRankings.TEN -> "precisionAt10";
      default -> "map";
    };
  }

  /** The numbers of a gain; fractions, not per cent. */
  static Map<String, Object> numbers(Gain gain) {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("measure", gain.measure());
    numbers.put("start", gain.start());
    numbers.put("learnt", gain.learnt());
    numbers.put("low", gain.low());
    numbers.put("high", gain.high());
    return numbers;
  }
}
