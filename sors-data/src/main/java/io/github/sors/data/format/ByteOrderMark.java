package io.github.sors.data.format;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The three bytes that some editors put before UTF-8 text.
 *
 * <p>Threads: as the stream that is passed. Failures: a stream that cannot be read, or supports no
 * marks, throws {@link java.io.IOException}.
 */
public final class ByteOrderMark {

  private static final byte[] UTF_8 = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private ByteOrderMark() {}

  /** Moves a stream that supports marks past the bytes, if it begins with them. */
  public static void skip(InputStream in) throws IOException {
    in.mark(UTF_8.length);
    if (!Arrays.equals(in.readNBytes(UTF_8.length), UTF_8)) {
      in.reset();
    }
  }
}
