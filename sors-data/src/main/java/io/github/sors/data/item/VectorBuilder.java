package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import io.github.sors.data.format.Decimals;
import io.github.sors.data.format.NumpyMatrix;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** Builds a vector from the texts of its numbers, without a string or a box for any of them. */
final class VectorBuilder {

  private static final Set<String> NOT_FINITE =
      Set.of("nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity");

  private final float[] numbers = new float[NumpyMatrix.MOST_COLUMNS];
  private int size;
  private byte[] digits = new byte[64];
  private String where = "";
  private String column = "";

  /**
   * Starts a vector.
   *
   * @param place file and line, for messages
   * @param name what the vector is called
   */
  void begin(String place, String name) {
    where = place;
    column = name;
    size = 0;
  }

  /** Adds the number that some characters stand for. */
  void add(char[] text, int from, int length) {
    reserve(length);
    for (int i = 0; i < length; i++) {
      digits[i] = ascii(text[from + i]);
    }
    float number = Decimals.parseFloat(digits, 0, length);
    if (!Float.isFinite(number)) {
      throw wrongNumber(new String(text, from, length));
    }
    add(number);
  }

  /** Adds the number that a part of a text stands for. */
  void add(String text, int from, int to) {
    reserve(to - from);
    for (int i = from; i < to; i++) {
      digits[i - from] = ascii(text.charAt(i));
    }
    float number = Decimals.parseFloat(digits, 0, to - from);
    if (!Float.isFinite(number)) {
      throw wrongNumber(text.substring(from, to));
    }
    add(number);
  }

  private void reserve(int length) {
    if (length > digits.length) {
      digits = new byte[2 * length];
    }
  }

  private static byte ascii(char character) {
    return (byte) (character < 0x80 ? character : '?');
  }

  private void add(float number) {
    if (size == numbers.length) {
      throw error("at most " + numbers.length + " numbers in '" + column + "', found more");
    }
    numbers[size++] = number;
  }

  private InvalidInputException wrongNumber(String text) {
    if (text.equals("...") || text.equals("…")) {
      return error(
          "all numbers in '"
              + column
              + "', found '...': the program that wrote the file left numbers out, write it again"
              + " with the whole list");
    }
    boolean isNumber =
        NOT_FINITE.contains(text.toLowerCase(Locale.ROOT))
            || text.matches("[+-]?[0-9.]+[eE0-9+-]*");
    return isNumber
        ? error(
            "finite numbers of 32 bits in '"
                + column
                + "', found "
                + Quotes.shortened(text)
                + " as number "
                + (size + 1)
                + ": compute the vector of this item again, or leave it out")
        : error("numbers in '" + column + "', found " + Quotes.quote(text));
  }

  /** The vector. */
  float[] build() {
    if (size == 0) {
      throw error("numbers in '" + column + "', found none: leave it empty if there is no vector");
    }
    for (int i = 0; i < size; i++) {
      if (numbers[i] != 0) {
        return Arrays.copyOf(numbers, size);
      }
    }
    throw error(
        "a number other than 0 in '"
            + column
            + "', found only zeros: compute the vector of this item again, or leave it out");
  }

  /** An error about the vector. */
  InvalidInputException error(String expectedAndFound) {
    return new InvalidInputException(where + ": expected " + expectedAndFound);
  }

  /**
   * Builds the vector that a text stands for: numbers between brackets or braces, separated by
   * commas or blanks, as databases and programs write them into a cell.
   */
  float[] parse(String text, String place, String name) {
    begin(place, name);
    String cell = text.strip();
    if (!isBracketed(cell)) {
      throw error(
          "numbers in brackets, such as [0.1,0.2], in '"
              + column
              + "', found "
              + Quotes.quote(cell));
    }
    int end = cell.length() - 1;
    int position = afterBlanks(cell, 1, end);
    while (position < end) {
      int start = position;
      while (position < end && cell.charAt(position) != ',' && !isBlank(cell.charAt(position))) {
        position++;
      }
      add(cell, start, position);
      position = afterBlanks(cell, position, end);
      if (position < end && cell.charAt(position) == ',') {
        position = afterBlanks(cell, position + 1, end);
        if (position == end) {
          throw error("a number after the last comma in '" + column + "', found none");
        }
      }
    }
    return build();
  }

  private static int afterBlanks(String text, int from, int end) {
    int position = from;
    while (position < end && isBlank(text.charAt(position))) {
      position++;
    }
    return position;
  }

  private static boolean isBlank(char character) {
    return character == ' ' || character == '\t' || character == '\n' || character == '\r';
  }

  private static boolean isBracketed(String text) {
    return text.length() >= 2
        && ((text.startsWith("[") && text.endsWith("]"))
            || (text.startsWith("{") && text.endsWith("}")));
  }

  /** Whether a text is a list of at least two numbers in brackets, and so no words. */
  static boolean looksLikeVector(String text) {
    if (text.isEmpty() || (text.charAt(0) != '[' && text.charAt(0) != '{')) {
      return false;
    }
    int comma = text.indexOf(',');
    if (comma < 0 || !isBracketed(text.strip())) {
      return false;
    }
    byte[] first = text.substring(1, comma).strip().getBytes(StandardCharsets.UTF_8);
    return Float.isFinite(Decimals.parseFloat(first, 0, first.length));
  }
}
