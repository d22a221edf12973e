package io.github.sors.ranking.file;

import io.github.sors.InvalidInputException;
import io.github.sors.data.format.ByteOrderMark;
import io.github.sors.data.format.CompressedInput;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The lines of a UTF-8 file that may be compressed; blank lines are skipped. */
final class TextLines {

  private static final int LONGEST_QUOTE = 60;

  private final Path file;
  private long number;

  private TextLines(Path file) {
    this.file = file;
  }

  /** Takes lines one by one. */
  @FunctionalInterface
  interface Consumer {
    void accept(String line, TextLines place) throws IOException;
  }

  /**
   * Goes through the lines. An {@link InvalidInputException} of the consumer that does not name the
   * file gets the file and the line put in front.
   *
   * @param expected what to say is missing if there is no line
   */
  static void forEach(Path file, String expected, Consumer consumer) throws IOException {
    TextLines place = new TextLines(file);
    long used = 0;
    try (InputStream in = new BufferedInputStream(CompressedInput.open(file))) {
      ByteOrderMark.skip(in);
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        place.number++;
        if (!line.isBlank()) {
          used++;
          try {
            consumer.accept(line, place);
          } catch (InvalidInputException e) {
            throw place.located(e);
          }
        }
      }
    } catch (CharacterCodingException e) {
      throw new InvalidInputException(
          file
              + ", after line "
              + place.number
              + ": expected text in UTF-8, found bytes that are not: save the file as UTF-8",
          e);
    }
    if (used == 0) {
      throw new InvalidInputException(file + ": expected " + expected + ", found no line");
    }
  }

  /** The number of the line, from 1. */
  long number() {
    return number;
  }

  /** An error of this line. */
  InvalidInputException error(String problem) {
    return new InvalidInputException(where() + problem);
  }

  private InvalidInputException located(InvalidInputException e) {
    return e.getMessage().startsWith(file.toString())
        ? e
        : new InvalidInputException(where() + e.getMessage(), e);
  }

  private String where() {
    return file + ", line " + number + ": ";
  }

  /** The text in quotes, without control characters, cut short where it is long. */
  static String quote(String text) {
    String printable = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ");
    return printable.length() <= LONGEST_QUOTE
        ? "'" + printable + "'"
        : "'" + printable.substring(0, LONGEST_QUOTE - 1) + "…'";
  }

  /** The columns of a line that are separated by blanks. */
  static String[] columns(String line) {
    return line.strip().split("\\s+", -1);
  }
}
