package io.github.sors.server.collection.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The layout of a record in a log file: a mark, the length of the payload, the CRC32C of the length
 * and of everything after the checksum, the number of the record, the number of the first record of
 * its group, and the payload.
 *
 * <p>The records of a group were forced to disk at once. The next group is written only after that.
 * So if a valid record of a later group follows an invalid record, the invalid one had been written
 * completely, and perhaps acknowledged: it is damaged. Otherwise it is the incomplete last group of
 * a crash, which was never acknowledged.
 */
public final class LogFrame {

  static final int MARK = 0x5ecafe17;
  public static final int HEADER = 28;

  /** Larger than the payload of any request. */
  static final int MOST_PAYLOAD = 1 << 28;

  private LogFrame() {}

  static ByteBuffer encode(byte[] payload, long sequence, long group) {
    ByteBuffer frame = ByteBuffer.allocate(HEADER + payload.length);
    frame.putInt(MARK).putInt(payload.length).putInt(0).putLong(sequence).putLong(group);
    frame.put(payload).flip();
    return frame.putInt(8, checksum(frame, payload.length));
  }

  static int length(ByteBuffer frame) {
    return frame.getInt(4);
  }

  static long sequence(ByteBuffer frame) {
    return frame.getLong(12);
  }

  static long group(ByteBuffer frame) {
    return frame.getLong(20);
  }

  static byte[] payload(ByteBuffer frame) {
    byte[] payload = new byte[frame.limit() - HEADER];
    frame.get(HEADER, payload);
    return payload;
  }

  static boolean isWhole(ByteBuffer frame) {
    return checksum(frame, length(frame)) == frame.getInt(8);
  }

  /** Whether a frame is valid if its length is replaced by the given one. */
  static boolean isWholeWithLength(ByteBuffer frame, int length) {
    return checksum(frame, length) == frame.getInt(8);
  }

  /** Whether some bytes, at most a header, may be the start of the record with a number. */
  static boolean mayBegin(ByteBuffer start, long number) {
    ByteBuffer mark = ByteBuffer.allocate(4).putInt(MARK).flip();
    for (int k = 0; k < Math.min(4, start.limit()); k++) {
      if (start.get(k) != mark.get(k)) {
        return false;
      }
    }
    if (start.limit() >= 8 && (length(start) < 0 || length(start) > MOST_PAYLOAD)) {
      return false;
    }
    if (start.limit() >= 20 && sequence(start) != number) {
      return false;
    }
    return start.limit() < HEADER || (group(start) > 0 && group(start) <= number);
  }

  private static int checksum(ByteBuffer frame, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(4).putInt(length).flip());
    checksum.update(frame.duplicate().position(12));
    return (int) checksum.getValue();
  }
}
