package io.github.sors.data.item;

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

/** The lines of a text in UTF-8 that may be compressed. */
final class Utf8Lines {

  private Utf8Lines() {}

  /** Takes lines one by one, with their numbers from 1. */
  @FunctionalInterface
  interface Taker {
    void accept(String line, long number) throws IOException;
  }

  static void forEach(Path file, Taker taker) throws IOException {
    long number = 0;
    try (InputStream in = new BufferedInputStream(CompressedInput.open(file))) {
      ByteOrderMark.skip(in);
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        taker.accept(line, ++number);
      }
    } catch (CharacterCodingException e) {
      throw notUtf8(file, number, e);
    }
  }

  /**
   * An error about bytes that are no text.
   *
   * @param line the last line that was read
   */
  static InvalidInputException notUtf8(Path file, long line, Exception cause) {
    return new InvalidInputException(
        file
            + ", after line "
            + line
            + ": expected text in UTF-8, found bytes that are not: save the file as UTF-8",
        cause);
  }
}
