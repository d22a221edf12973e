package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import io.github.sors.data.format.CompressedInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** The first bytes of a file, uncompressed, from which its kind is told. */
final class FileHead {

  private static final int SIZE = 1 << 16;
  private static final byte[] NUMPY = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] bytes;

  private FileHead(byte[] bytes) {
    this.bytes = bytes;
  }

  static FileHead of(Path file) throws IOException {
    try (InputStream in = CompressedInput.open(file)) {
      return new FileHead(in.readNBytes(SIZE));
    }
  }

  /** The bytes themselves. */
  byte[] bytes() {
    return bytes;
  }

  boolean isTar() {
    return TextArchive.isOne(bytes);
  }

  boolean isNumpy() {
    return startsWith(bytes, NUMPY);
  }

  boolean isSors() {
    return startsWith(bytes, new byte[] {(byte) 0x89, 'S', 'O', 'R', 'S'});
  }

  /** The first line that is not blank, without a byte order mark; empty if there is none. */
  String firstLine() {
    return text().lines().filter(line -> !line.isBlank()).findFirst().orElse("");
  }

  /** The text, in which characters outside ASCII may be cut. */
  String text() {
    int from = startsWith(bytes, MARK) ? MARK.length : 0;
    return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
  }

  private static boolean startsWith(byte[] bytes, byte[] start) {
    return bytes.length >= start.length
        && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  /** Checks that bytes may be text in UTF-8, and says what they look like otherwise. */
  static void requireText(byte[] bytes, String where) {
    String kind = kindOfBinary(bytes);
    if (!kind.isEmpty()) {
      throw new InvalidInputException(where + ": expected text in UTF-8, found " + kind);
    }
  }

  private static String kindOfBinary(byte[] bytes) {
    if (startsWith(bytes, new byte[] {'P', 'A', 'R', '1'})) {
      return "Parquet: write it as JSON lines or CSV first, for example with DuckDB: COPY (FROM"
          + " 'items.parquet') TO 'items.jsonl' (FORMAT json)";
    }
    if (startsWith(bytes, new byte[] {'P', 'K', 3, 4})) {
      return "a ZIP archive: unpack it, save a workbook as CSV, and save arrays one by one with"
          + " numpy.save";
    }
    int zeros = 0;
    int oddZeros = 0;
    for (int i = 0; i < bytes.length; i++) {
      zeros += bytes[i] == 0 ? 1 : 0;
      oddZeros += bytes[i] == 0 && i % 2 == 1 ? 1 : 0;
    }
    boolean mark =
        startsWith(bytes, new byte[] {(byte) 0xFF, (byte) 0xFE})
            || startsWith(bytes, new byte[] {(byte) 0xFE, (byte) 0xFF});
    if (mark || (zeros > bytes.length / 4 && (oddZeros == 0 || oddZeros == zeros))) {
      return "UTF-16: save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8";
    }
    return zeros > 0 ? "the byte 0x00: this does not look like a text file" : "";
  }
}
