package io.github.sors.data.format;

import io.github.sors.InvalidInputException;
import io.github.sors.Triplet;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Reads a file of triplets, one {@code query positive negative} per line: row numbers of a data
 * set, counted from 0 and separated by blanks, tabs or commas. A fourth number is the weight of the
 * triplet; 1 if it is missing.
 *
 * <p>Empty lines are ignored, and so is what follows {@code #} on a line. The file may be
 * compressed and is streamed: {@code while (triplets.next()) learn(triplets.query(), …)}.
 *
 * <p>Threads: belongs to one thread. Failures: a line that is not a triplet throws {@link
 * io.github.sors.InvalidInputException} with file and line, a disk {@link java.io.IOException};
 * reading cannot go on after it.
 */
public final class TripletFile implements Closeable {

  private static final Pattern SEPARATOR = Pattern.compile("[ \t]*,[ \t]*|[ \t]+");

  private final TextScanner scanner;
  private final String source;
  private final int rows;
  private boolean empty = true;

  private int query;
  private int positive;
  private int negative;
  private double weight;

  private TripletFile(TextScanner scanner, String source, int rows) {
    this.scanner = scanner;
    this.source = source;
    this.rows = rows;
  }

  /**
   * Opens a file.
   *
   * @param rows the number of rows of the data set that the triplets are about
   */
  public static TripletFile open(Path file, int rows) throws IOException {
    requireRows(rows);
    return new TripletFile(TextScanner.open(file, "triplet", '#'), file.toString(), rows);
  }

  /**
   * Opens a stream, which may be compressed.
   *
   * @param name what to call the stream in messages
   * @param rows the number of rows of the data set that the triplets are about
   */
  public static TripletFile open(InputStream in, String name, int rows) throws IOException {
    requireRows(rows);
    return new TripletFile(
        TextScanner.open(CompressedInput.open(in, name), name, "triplet", '#'), name, rows);
  }

  /**
   * Moves to the next triplet; returns false at the end.
   *
   * @throws InvalidInputException if the line is not a triplet of rows, or the file has none at all
   */
  public boolean next() throws IOException {
    while (scanner.nextLine()) {
      String line = scanner.restOfLine();
      int comment = line.indexOf('#');
      String triplet = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!triplet.isEmpty()) {
        parse(triplet);
        empty = false;
        return true;
      }
    }
    if (empty) {
      throw InputErrors.in(source, "expected lines of 'query positive negative', found no triplet");
    }
    return false;
  }

  /** The row that is compared with the two others. */
  public int query() {
    return query;
  }

  /** The row that is closer to the query. */
  public int positive() {
    return positive;
  }

  /** The row that is farther from the query. */
  public int negative() {
    return negative;
  }

  /** The weight of the triplet. */
  public double weight() {
    return weight;
  }

  /** The line of the current triplet, from 1. */
  public long line() {
    return scanner.line();
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }

  private static void requireRows(int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("expected at least one row, found " + rows);
    }
  }

  private void parse(String triplet) {
    String[] numbers = SEPARATOR.split(triplet, -1);
    if (numbers.length != 3 && numbers.length != 4) {
      throw scanner.error(
          "expected three row numbers 'query positive negative', and at most a weight, found "
              + InputErrors.quote(triplet));
    }
    query = row(numbers[0]);
    positive = row(numbers[1]);
    negative = row(numbers[2]);
    weight = numbers.length == 3 ? 1 : weight(numbers[3]);
  }

  private double weight(String number) {
    byte[] digits = number.getBytes(StandardCharsets.UTF_8);
    boolean isNumber = !Float.isNaN(Decimals.parseFloat(digits, 0, digits.length));
    double given = isNumber ? Double.parseDouble(number) : Double.NaN;
    if (!Triplet.isWeight(given)) {
      throw scanner.error(
          "expected a weight above 0 and at most "
              + Triplet.LARGEST_WEIGHT
              + ", found "
              + InputErrors.quote(number));
    }
    return given;
  }

  private int row(String number) {
    byte[] digits = number.getBytes(StandardCharsets.UTF_8);
    long row = Decimals.parseIndex(digits, 0, digits.length);
    if (row == Decimals.MALFORMED || row >= rows) {
      throw scanner.error(
          "expected a row number from 0 to " + (rows - 1) + ", found " + InputErrors.quote(number));
    }
    return (int) row;
  }
}
