package io.github.sors.data.format;

import java.io.IOException;
import java.io.InputStream;

/**
 * Detects what separates the cells of CSV: a tab, a semicolon or a comma.
 *
 * <p>Threads: as the stream that is passed. Failures: a stream that cannot be read throws {@link
 * IOException}.
 */
public final class CsvSeparator {

  /** The separators, of equally frequent ones the most likely first. */
  private static final char[] SEPARATORS = {'\t', ';', ','};

  private static final int HEAD_SIZE = 1 << 16;

  private CsvSeparator() {}

  /**
   * The most frequent separator outside quotes in the first line that is not empty; a comma if
   * there is none. Goes back to the start of the stream, which supports marks.
   */
  public static char detect(InputStream in) throws IOException {
    in.mark(HEAD_SIZE);
    byte[] head = in.readNBytes(HEAD_SIZE);
    in.reset();
    return detect(head);
  }

  /** The most frequent separator in the first line of a text that begins with these bytes. */
  public static char detect(byte[] head) {
    int[] counts = new int[SEPARATORS.length];
    boolean quoted = false;
    boolean empty = true;
    for (byte character : head) {
      if (character == '"') {
        quoted = !quoted;
      } else if (!quoted && (character == '\n' || character == '\r')) {
        if (!empty) {
          break;
        }
        continue;
      }
      empty = false;
      for (int k = 0; k < SEPARATORS.length; k++) {
        counts[k] += !quoted && character == SEPARATORS[k] ? 1 : 0;
      }
    }
    int best = 0;
    for (int k = 1; k < SEPARATORS.length; k++) {
      best = counts[k] > counts[best] ? k : best;
    }
    return counts[best] == 0 ? ',' : SEPARATORS[best];
  }
}
