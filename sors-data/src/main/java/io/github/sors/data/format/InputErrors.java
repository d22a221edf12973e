package io.github.sors.data.format;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;

/** Creates errors in files in a uniform way: file, line, problem. */
final class InputErrors {

  private static final int LONGEST_QUOTE = 40;

  private InputErrors() {}

  static InvalidInputException at(String source, long line, String problem) {
    return new InvalidInputException(source + ", line " + line + ": " + problem);
  }

  static InvalidInputException in(String source, String problem) {
    return new InvalidInputException(source + ": " + problem);
  }

  static InvalidInputException at(String source, long line, String problem, Remedy remedy) {
    return new InvalidInputException(source + ", line " + line + ": " + problem, remedy);
  }

  static InvalidInputException in(String source, String problem, Remedy remedy) {
    return new InvalidInputException(source + ": " + problem, remedy);
  }

  /** The text in quotes, on one line, shortened if it is long. */
  static String quote(String text) {
    String printable = printable(text);
    return printable.length() <= LONGEST_QUOTE
        ? "'" + printable + "'"
        : "'" + printable.substring(0, LONGEST_QUOTE - 1) + "…'";
  }

  /** The text with a question mark for everything that would break a line or a terminal. */
  static String printable(String text) {
    StringBuilder printable = new StringBuilder(text);
    for (int i = 0; i < printable.length(); i++) {
      if (isControl(printable.charAt(i))) {
        printable.setCharAt(i, '?');
      }
    }
    return printable.toString();
  }

  /** Whether a text would break a line or a terminal when it is shown as a name. */
  static boolean hasControlCharacters(String text) {
    return text.chars().anyMatch(InputErrors::isControl);
  }

  private static boolean isControl(int character) {
    return Character.isISOControl(character) || character == '\u2028' || character == '\u2029';
  }
}
