package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import io.github.sors.data.format.ByteOrderMark;
import io.github.sors.data.format.CompressedInput;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The text of a file that may be compressed: its first line, and its lines one by one. */
final class FeedbackText {

  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_LINE = 1 << 24;
  private static final int LONGEST_QUOTE = 60;
  private static final int NOT_UTF_8 = 4;

  private FeedbackText() {}

  /** Takes lines one by one, with their numbers from 1. */
  @FunctionalInterface
  interface LineConsumer {
    /** Returns whether to go on. */
    boolean accept(String line, long number);
  }

  /** Opens the text. */
  static Reader open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(CompressedInput.open(file), BUFFER);
    try {
      refuseUtf16(in, file);
      ByteOrderMark.skip(in);
      return new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** The first line that is neither blank nor, unless they count, a comment; empty if none is. */
  static String firstLine(Path file, boolean skipComments) throws IOException {
    String[] first = {""};
    forEachLine(
        file,
        (line, number) -> {
          if (line.isBlank() || (skipComments && line.startsWith("#"))) {
            return true;
          }
          first[0] = line;
          return false;
        });
    return first[0];
  }

  /**
   * Goes through all lines that are not blank. An {@link InvalidInputException} of the consumer
   * gets the file and the line put in front.
   */
  static void forEachLine(Path file, LineConsumer consumer) throws IOException {
    long number = 0;
    try (Reader text = open(file)) {
      char[] buffer = new char[BUFFER];
      StringBuilder line = new StringBuilder();
      boolean isOpen = false;
      for (int count = text.read(buffer); count >= 0; count = text.read(buffer)) {
        int start = 0;
        for (int i = 0; i < count; i++) {
          if (buffer[i] == '\n') {
            line.append(buffer, start, i - start);
            start = i + 1;
            isOpen = false;
            if (!pass(file, line, ++number, consumer)) {
              return;
            }
          }
        }
        line.append(buffer, start, count - start);
        isOpen |= start < count;
        if (line.length() > LONGEST_LINE) {
          throw at(
              file,
              number + 1,
              "expected a line of at most " + LONGEST_LINE + " characters, found a longer one");
        }
      }
      if (isOpen) {
        pass(file, line, ++number, consumer);
      }
    } catch (CharacterCodingException e) {
      throw notUtf8(file, number, e);
    }
  }

  private static boolean pass(Path file, StringBuilder text, long number, LineConsumer consumer) {
    int end = text.length();
    if (end > 0 && text.charAt(end - 1) == '\r') {
      text.setLength(end - 1);
    }
    String line = text.toString();
    text.setLength(0);
    if (line.isBlank()) {
      return true;
    }
    try {
      return consumer.accept(line, number);
    } catch (InvalidInputException e) {
      throw located(file, number, e);
    }
  }

  /** Puts file and line in front of a problem. */
  static InvalidInputException at(Path file, long line, String problem) {
    return new InvalidInputException(file + ", line " + line + ": " + problem);
  }

  /** Puts file and line in front of the problem of another exception. */
  static InvalidInputException located(Path file, long line, InvalidInputException problem) {
    return problem.getMessage().startsWith(file.toString())
        ? problem
        : new InvalidInputException(file + ", line " + line + ": " + problem.getMessage(), problem);
  }

  static InvalidInputException notUtf8(Path file, long line, Throwable cause) {
    return after(
        file,
        line,
        "expected text in UTF-8, found bytes that are not: save the file as UTF-8",
        cause);
  }

  /** Puts the file and the last good line, if there is one, in front of a problem. */
  static InvalidInputException after(Path file, long line, String problem, Throwable cause) {
    String where = line == 0 ? file + ": " : file + ", after line " + line + ": ";
    return new InvalidInputException(where + problem, cause);
  }

  /** The text in quotes, without control characters, cut short if it is long. */
  static String quote(String text) {
    String printable = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ").strip();
    return printable.length() <= LONGEST_QUOTE
        ? "'" + printable + "'"
        : "'" + printable.substring(0, LONGEST_QUOTE - 1) + "…'";
  }

  private static void refuseUtf16(InputStream in, Path file) throws IOException {
    in.mark(NOT_UTF_8);
    byte[] head = in.readNBytes(NOT_UTF_8);
    in.reset();
    boolean isMarked =
        head.length >= 2
            && ((head[0] == (byte) 0xFF && head[1] == (byte) 0xFE)
                || (head[0] == (byte) 0xFE && head[1] == (byte) 0xFF));
    boolean hasZero = false;
    for (byte one : head) {
      hasZero |= one == 0;
    }
    if (isMarked || hasZero) {
      throw new InvalidInputException(
          file
              + ": expected text in UTF-8, found "
              + (isMarked ? "UTF-16" : "bytes that are zero, as in UTF-16")
              + ": save the file as UTF-8");
    }
  }
}
