package io.github.sors.cli.frame;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats numbers and texts for people, independent of the locale. */
public final class Formatting {

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([kmgt]?)");

  private static final Pattern TIME = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)([smh]?)");

  private Formatting() {}

  /** {@code 1,234,567}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 12.34}, for a fraction of 0.1234. */
  public static String percent(double fraction) {
    return String.format(Locale.ROOT, "%.2f", 100 * fraction);
  }

  /** {@code 12.3}. */
  public static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }

  /** {@code 0.1234}. */
  public static String decimal(double number) {
    return String.format(Locale.ROOT, "%.4f", number);
  }

  /** {@code 1.5 MiB}. */
  public static String bytes(long bytes) {
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

  /** A sentence in lines of at most the given width, unless a single word is wider. */
  public static List<String> wrapped(String sentence, int columns) {
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

  /** {@code 40 s}, {@code 12 min}, {@code 3.5 h}. */
  public static String duration(double seconds) {
    if (seconds < 90) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    return seconds < 5400
        ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
  }

  /** Reads {@code 90s}, {@code 30m}, {@code 2h} or a plain number of seconds. */
  public static double parseSeconds(String option, String text) {
    Matcher time = TIME.matcher(text.toLowerCase(Locale.ROOT));
    if (!time.matches() || Double.parseDouble(time.group(1)) <= 0) {
      throw new InvalidInputException(
          option + ": expected a time above 0 such as 90s, 30m or 2h, found '" + text + "'");
    }
    double unit =
        switch (time.group(2)) {
          case "m" -> 60;
          case "h" -> 3600;
          default -> 1;
        };
    return unit * Double.parseDouble(time.group(1));
  }

  /** Reads {@code 800m}, {@code 6g} or a plain number of bytes. */
  public static long parseBytes(String option, String text) {
    Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      throw new InvalidInputException(
          option + ": expected a size such as 800m or 6g, found '" + text + "'");
    }
    int shift = size.group(2).isEmpty() ? 0 : 10 * (1 + "kmgt".indexOf(size.group(2)));
    return Long.parseLong(size.group(1)) << shift;
  }
}
