package io.github.sors.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Numbers and sentences as people read them, whatever the locale. */
final class Texts {

  private Texts() {}

  /** {@code 1,234,567}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 12.34}, for a fraction of 0.1234. */
  static String percent(double fraction) {
    return String.format(Locale.ROOT, "%.2f", 100 * fraction);
  }

  /** {@code 12.3}. */
  static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }

  /** {@code 0.1234}. */
  static String decimal(double number) {
    return String.format(Locale.ROOT, "%.4f", number);
  }

  /** {@code 1.5 MiB}. */
  static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    String[] units = {"KiB", "MiB", "GiB", "TiB"};
    double amount = bytes / 1024.0;
    int unit = 0;
    while (amount >= 1024 && unit < units.length - 1) {
      amount /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", amount, units[unit]);
  }

  /** A sentence in lines of at most so many columns, unless a word alone is wider. */
  static List<String> wrapped(String sentence, int columns) {
    List<String> lines = new ArrayList<>();
    String line = "";
    for (String word : sentence.split(" ", -1)) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (line.isEmpty() || TextTable.width(longer) <= columns) {
        line = longer;
      } else {
        lines.add(line);
        line = word;
      }
    }
    lines.add(line);
    return lines;
  }
}
