package io.github.sors.cli.train;

import io.github.sors.Model;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.GainTable;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.eval.Gain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Learners side by side, on the same held-out rows. */
final class DemoTable {

  private final List<Row> rows = new ArrayList<>();

  /** A learner; its gains are those in MAP, P@1 and P@10, in this order. */
  private record Row(String algorithm, String name, List<Gain> gains, double seconds, long bytes) {}

  /** Adds what a learner gains over the cosine. */
  void add(String algorithm, String name, List<Gain> gains, double seconds, Model model) {
    rows.add(new Row(algorithm, name, gains, seconds, model.bytes()));
  }

  /** Prints the table, with the cosine first; of at least one learner. */
  void print(Console console) {
    TextTable table =
        new TextTable("<", "MAP %", "P@1 %", "P@10 %", "gain", "95% interval", "seconds", "MiB");
    List<String> cosine = new ArrayList<>(List.of("cosine"));
    rows.get(0).gains().forEach(gain -> cosine.add(percent("%.1f", gain.start())));
    cosine.addAll(List.of("", "", "", ""));
    table.add(cosine.toArray(String[]::new));
    for (Row row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.name()));
      row.gains().forEach(gain -> cells.add(percent("%.1f", gain.learnt())));
      Gain deciding = row.gains().get(0);
      cells.add(percent("%+.1f", deciding.mean()));
      cells.add(percent("%+.1f", deciding.low()) + ".." + percent("%+.1f", deciding.high()));
      cells.add(String.format(Locale.ROOT, "%.1f", row.seconds()));
      cells.add(String.format(Locale.ROOT, "%.1f", row.bytes() / (1024.0 * 1024.0)));
      table.add(cells.toArray(String[]::new));
    }
    table.print(console);
  }

  /** The same for programs: by learner its gains over the cosine, its time and its size. */
  Map<String, Object> asMap() {
    Map<String, Object> learners = new LinkedHashMap<>();
    for (Row row : rows) {
      Map<String, Object> learner = new LinkedHashMap<>();
      learner.put("measures", new GainTable("start", "learnt", row.gains()).asMap());
      learner.put("heldOut", row.gains().get(0).heldOut());
      learner.put("unit", row.gains().get(0).unit());
      learner.put("seconds", row.seconds());
      learner.put("modelBytes", row.bytes());
      learners.put(row.algorithm(), learner);
    }
    return learners;
  }

  private static String percent(String format, double fraction) {
    return String.format(Locale.ROOT, format, 100 * fraction);
  }
}
