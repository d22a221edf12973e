package io.github.sors.server.collection;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * How a record lies in a log file: a mark, the length of its payload, CRC32C of all that follows it
 * and of the length, the number of the record, the number of the first record of its group, and the
 * payload.
 *
 * <p>A group is what was forced to the disk at once. A later group is written only when the earlier
 * one is safe, so a whole record whose group starts after a damaged one proves that the damaged one
 * had been safe and acknowledged: then it is damage. Without such a proof it is what a crash left
 * of the last group, which was never acknowledged.
 */
final class LogFrame {

  static final int MARK = 0x5ecafe17;
  static final int HEADER = 28;

  /** More than any request may bring. */
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

  /** Whether a frame is as it was written but for the length that it says. */
  static boolean isWholeWithLength(ByteBuffer frame, int length) {
    return checksum(frame, length) == frame.getInt(8);
  }

  /** Whether some bytes, at most a header, may be the start of a record of a number. */
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
