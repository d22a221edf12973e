package io.github.sors.data.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Detects the format of a text from its first line that is neither empty nor a comment.
 *
 * <p>{@code %%MatrixMarket} starts a Matrix Market file. A line of a lone number, or one most of
 * whose tokens after the first look like {@code index:value}, is LIBSVM. Anything else is CSV.
 *
 * <p>Threads: any thread may call it. Failures: bytes that are no text throw {@link
 * io.github.sors.InvalidInputException}, a disk {@link IOException}.
 */
public final class FormatDetector {

  private static final int HEAD_SIZE = 1 << 16;
  private static final Pattern ENTRY = Pattern.compile("(?:[+-]?[0-9]+|qid):[^,;:]*");

  private FormatDetector() {}

  /** Looks at the start of a stream that supports marks, and goes back there. */
  public static Format detect(InputStream in, String source) throws IOException {
    in.mark(HEAD_SIZE);
    byte[] head = in.readNBytes(HEAD_SIZE);
    in.reset();
    requireText(head, source);
    return detect(head);
  }

  /** The format that a text has, to judge by its first bytes. */
  public static Format detect(byte[] head) {
    // bytes that are not ASCII matter to no format's shape
    List<String> lines = new String(head, StandardCharsets.ISO_8859_1).lines().toList();
    if (!lines.isEmpty() && MatrixMarketReader.isHeader(lines.get(0))) {
      return Format.MATRIX_MARKET;
    }
    return lines.stream()
        .map(FormatDetector::withoutComment)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .map(line -> looksLikeLibsvm(line) ? Format.LIBSVM : Format.CSV)
        .orElse(Format.LIBSVM);
  }

  private static String withoutComment(String line) {
    int comment = line.indexOf('#');
    return (comment < 0 ? line : line.substring(0, comment)).strip();
  }

  private static boolean looksLikeLibsvm(String line) {
    String[] tokens = line.replaceAll(":[ \t]+", ":").split("[ \t]+", -1);
    if (tokens.length == 1) {
      return DatasetBuilder.number(tokens[0]).isPresent();
    }
    int entries = 0;
    for (int k = 1; k < tokens.length; k++) {
      entries += ENTRY.matcher(tokens[k]).matches() ? 1 : 0;
    }
    return 2 * entries > tokens.length - 1;
  }

  private static void requireText(byte[] head, String source) {
    int line = 1;
    for (byte character : head) {
      line += character == '\n' ? 1 : 0;
      if (character >= 0 && character < ' ' && "\t\r\n".indexOf(character) < 0) {
        throw InputErrors.at(
            source,
            line,
            String.format(
                Locale.ROOT,
                "expected LIBSVM, Matrix Market or CSV text in UTF-8, found the byte 0x%02X: this"
                    + " does not look like a text file",
                character));
      }
    }
  }
}
