package io.github.sors.cli.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Aligned columns of text, no wider than a terminal. */
public final class TextTable {

  /** The columns that every terminal has. */
  public static final int SCREEN = 80;

  private static final String GAP = "  ";

  private static final Pattern SYMBOL = Pattern.compile("\\X");
  // selects the wide emoji form of the preceding character
  private static final char EMOJI_SELECTOR = '\uFE0F';
  // emoji of the basic plane that are wide by default, according to Unicode
  private static final String WIDE_SIGNS =
      "⌚⌛⏩⏪⏫⏬⏰⏳◽◾☔☕♈♉♊♋♌♍♎♏♐♑♒♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗➕➖➗➰➿⬛⬜⭐⭕";

  private final List<String[]> rows = new ArrayList<>();
  private final boolean[] left;

  /**
   * Starts a table; a heading that begins with {@code <} aligns its column to the left; the others
   * are aligned to the right.
   */
  public TextTable(String... headings) {
    left = new boolean[headings.length];
    String[] plain = headings.clone();
    for (int c = 0; c < plain.length; c++) {
      if (plain[c].startsWith("<")) {
        left[c] = true;
        plain[c] = plain[c].substring(1);
      }
    }
    rows.add(plain);
  }

  public void add(String... cells) {
    if (cells.length != left.length) {
      throw new IllegalArgumentException(
          "expected " + left.length + " cells, found " + cells.length);
    }
    rows.add(cells.clone());
  }

  /** The lines, cut to the width of a terminal; long texts belong in the last column. */
  public List<String> lines() {
    int[] widths = new int[left.length];
    for (String[] row : rows) {
      for (int c = 0; c < row.length; c++) {
        widths[c] = Math.max(widths[c], width(row[c]));
      }
    }
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < row.length; c++) {
        String padding = " ".repeat(widths[c] - width(row[c]));
        line.append(c == 0 ? "" : GAP).append(left[c] ? row[c] + padding : padding + row[c]);
      }
      lines.add(cut(line.toString().stripTrailing(), SCREEN));
    }
    return lines;
  }

  public void print(Console console) {
    lines().forEach(console::print);
  }

  /**
   * The columns that a text takes on a terminal; wide characters and emoji take two, marks none.
   */
  public static int width(String text) {
    return symbols(text).mapToInt(TextTable::widthOfSymbol).sum();
  }

  /** Splits a text into visible characters: an emoji of several code points is one. */
  private static Stream<String> symbols(String text) {
    return SYMBOL.matcher(text).results().map(MatchResult::group);
  }

  private static int widthOfSymbol(String symbol) {
    boolean emoji =
        symbol.indexOf(EMOJI_SELECTOR) >= 0 || symbol.codePoints().anyMatch(TextTable::isEmoji);
    return emoji ? 2 : symbol.codePoints().map(TextTable::width).sum();
  }

  private static boolean isEmoji(int codePoint) {
    return (codePoint >= 0x1F300 && codePoint <= 0x1FAFF) || WIDE_SIGNS.indexOf(codePoint) >= 0;
  }

  private static int width(int codePoint) {
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    Character.UnicodeScript script = Character.UnicodeScript.of(codePoint);
    boolean wide =
        script == Character.UnicodeScript.HAN
            || script == Character.UnicodeScript.HANGUL
            || script == Character.UnicodeScript.HIRAGANA
            || script == Character.UnicodeScript.KATAKANA
            || (codePoint >= 0xFF01 && codePoint <= 0xFF60);
    return wide ? 2 : 1;
  }

  /** The text, cut to a number of columns on a terminal; an ellipsis shows where. */
  public static String cut(String text, int columns) {
    if (width(text) <= columns) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int taken = 0;
    for (String symbol : symbols(text).toList()) {
      taken += widthOfSymbol(symbol);
      if (taken > columns - 1) {
        break;
      }
      kept.append(symbol);
    }
    return kept.append('…').toString();
  }
}
