package io.github.sors.cli.input;

import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.data.Dataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was read of items, in a line. */
final class ItemNote {

  private ItemNote() {}

  /**
   * Counts the items and their features, and says which fields were used and how.
   *
   * @param rows the rows of the items, with the recipe of their features
   * @param numbers how many numbers the vector of each item has; 0 if there are none
   */
  static String of(Dataset rows, int numbers) {
    List<String> parts = new ArrayList<>();
    long classes = rows.classNames().stream().filter(name -> !name.isEmpty()).count();
    parts.add(
        Formatting.count(rows.size())
            + " items of "
            + Formatting.count(classes)
            + (classes == 1 ? " class" : " classes"));
    Map<String, String> settings = rows.recipe().settings();
    addFields(parts, "texts ", settings.get("textColumns"));
    addFields(parts, "categories ", settings.get("categoryColumns"));
    addFields(parts, "numbers ", settings.get("numberColumns"));
    parts.add(
        String.format(
            Locale.ROOT,
            "%,d features, %.1f per item",
            rows.dimension(),
            rows.nonZeros() / (double) rows.size()));
    if (numbers > 0) {
      parts.add("vectors of " + Formatting.count(numbers) + " numbers");
    }
    long empty = rows.vectors().stream().mapToInt(SparseVector::size).filter(n -> n == 0).count();
    if (empty > 0) {
      parts.add(Formatting.count(empty) + " items without features");
    }
    return "read: " + String.join("; ", parts);
  }

  private static void addFields(List<String> parts, String role, String lines) {
    if (lines != null && !lines.isEmpty()) {
      parts.add(role + lines.replace("\n", ", "));
    }
  }
}
