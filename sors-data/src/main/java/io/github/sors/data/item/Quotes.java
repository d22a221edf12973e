package io.github.sors.data.item;

/** Shows a piece of a file in a message. */
final class Quotes {

  private static final int LONGEST = 40;

  private Quotes() {}

  /** The text in quotes, on one line, cut short if it is long. */
  static String quote(String text) {
    return "'" + shortened(text) + "'";
  }

  /** The text on one line, cut short if it is long. */
  static String shortened(String text) {
    String printable = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", "?");
    return printable.length() <= LONGEST ? printable : printable.substring(0, LONGEST - 1) + "…";
  }
}
