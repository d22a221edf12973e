package io.github.sors.data.format;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Scans text line by line and token by token, without creating strings for every token.
 *
 * <p>Tokens are separated by spaces and tabs; a comment reaches from its character to the end of
 * the line; lines end in LF, CRLF or CR. Memory is limited for any text: a token of more than
 * {@value #MAXIMUM_TOKEN} bytes, a line taken as a whole of more than {@value #MAXIMUM_LINE} bytes
 * and control characters are errors.
 */
final class TextScanner implements Closeable {

  private static final int MAXIMUM_TOKEN = 1 << 12;
  private static final int MAXIMUM_LINE = 1 << 20;
  private static final int END = -1;

  private final InputStream in;
  private final String source;
  private final String kind;
  private final char comment;

  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private long line;

  private byte[] token = new byte[MAXIMUM_TOKEN];
  private int length;

  /**
   * Creates a scanner at the start of a text.
   *
   * @param source what to call the text in messages
   * @param kind what the text should be, such as "LIBSVM"
   * @param comment the character that starts a comment
   */
  TextScanner(InputStream in, String source, String kind, char comment) {
    this.in = in;
    this.source = source;
    this.kind = kind;
    this.comment = comment;
  }

  /** Opens a file that may be compressed and may begin with a byte order mark. */
  static TextScanner open(Path file, String kind, char comment) throws IOException {
    InputStream in = CompressedInput.open(file);
    try {
      return open(in, file.toString(), kind, comment);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** Scans a stream that may begin with a byte order mark. */
  static TextScanner open(InputStream in, String source, String kind, char comment)
      throws IOException {
    InputStream marking = new BufferedInputStream(in);
    ByteOrderMark.skip(marking);
    return new TextScanner(marking, source, kind, comment);
  }

  /** Moves to the start of the next line; returns false if there is none. */
  boolean nextLine() throws IOException {
    if (line > 0) {
      skipLine();
    }
    if (peek() == END) {
      return false;
    }
    line++;
    return true;
  }

  /** Moves to the next token of the line; returns false if there is none before its end. */
  boolean nextToken() throws IOException {
    length = 0;
    int next = peek();
    while (next == ' ' || next == '\t') {
      position++;
      next = peek();
    }
    while (!isLineEnd(next) && next != comment && next != ' ' && next != '\t') {
      requireText(next);
      if (length == MAXIMUM_TOKEN) {
        throw error(
            "expected at most " + MAXIMUM_TOKEN + " characters without a blank, found " + quoted());
      }
      token[length++] = (byte) next;
      position++;
      next = peek();
    }
    return length > 0;
  }

  /** Takes what is left of the line, comments included, without blanks around it. */
  String restOfLine() throws IOException {
    length = 0;
    for (int next = peek(); !isLineEnd(next); next = peek()) {
      if (next != '\t') {
        requireText(next);
      }
      if (length == MAXIMUM_LINE) {
        throw error("expected a line of at most " + MAXIMUM_LINE + " bytes, found a longer one");
      }
      if (length == token.length) {
        token = Arrays.copyOf(token, 2 * length);
      }
      token[length++] = (byte) next;
      position++;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(token, 0, length))
          .toString()
          .strip();
    } catch (CharacterCodingException e) {
      throw new InvalidInputException(
          error("expected text in UTF-8, found bytes that are not: save the file as UTF-8")
              .getMessage(),
          e);
    }
  }

  /** The number of the current line, from 1; at the end of the text, of its last line. */
  long line() {
    return line;
  }

  /** The bytes that hold the token, from 0 to below {@link #length}. */
  byte[] bytes() {
    return token;
  }

  /** The length of the token. */
  int length() {
    return length;
  }

  /** The token as text; bytes that are not ASCII become one character each. */
  String token() {
    return new String(token, 0, length, StandardCharsets.ISO_8859_1);
  }

  /** The token for a message. */
  String quoted() {
    return InputErrors.quote(new String(token, 0, length, StandardCharsets.UTF_8));
  }

  /** An error at the current line. */
  InvalidInputException error(String problem) {
    return InputErrors.at(source, line, problem);
  }

  InvalidInputException error(String problem, Remedy remedy) {
    return InputErrors.at(source, line, problem, remedy);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void requireText(int next) {
    if (next < ' ' || next == 0x7F) {
      throw error(
          String.format(
              Locale.ROOT,
              "expected text, found the byte 0x%02X: this does not look like a %s text file",
              next,
              kind));
    }
  }

  private static boolean isLineEnd(int next) {
    return next == '\n' || next == '\r' || next == END;
  }

  private void skipLine() throws IOException {
    int next = peek();
    while (!isLineEnd(next)) {
      position++;
      next = peek();
    }
    if (next == '\r') {
      position++;
      next = peek();
    }
    if (next == '\n') {
      position++;
    }
  }

  /** The byte at the current position, or {@link #END}. */
  private int peek() throws IOException {
    if (position == limit) {
      limit = Math.max(0, in.read(buffer, 0, buffer.length));
      position = 0;
      if (limit == 0) {
        return END;
      }
    }
    return buffer[position] & 0xFF;
  }
}
