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
 * of the last group, which nobody was told of.
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
    return frame.putInt(8, checksum(frame));
  }

  /** The checksum of a whole frame, from its start to its limit. */
  static int checksum(ByteBuffer frame) {
    CRC32C checksum = new CRC32C();
    checksum.update(frame.duplicate().position(4).limit(8));
    checksum.update(frame.duplicate().position(12));
    return (int) checksum.getValue();
  }
}
