package io.github.sors.io;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The layout of a file of sections, all numbers little-endian.
 *
 * <pre>
 * file     magic (8 bytes), version (int), kind (int), sections, the last one named "end" and empty
 * section  name (16 bytes ASCII, padded with zeros), length (long), content (length bytes),
 *          zeros up to a multiple of 8, CRC32C of name, length and content (int), zero (int)
 * </pre>
 *
 * <p>Contents start at multiples of 8, so that arrays can be mapped into memory.
 */
final class SectionFormat {

  // a byte above 127, both line ends and the end-of-text mark: a transfer in text mode damages it,
  // and so is detected
  static final byte[] MAGIC = {(byte) 0x89, 'S', 'O', 'R', 'S', '\r', '\n', 0x1a};

  /** The only version that there is; 1 was never released. */
  static final int VERSION = 2;

  static final int FILE_HEADER = 16;
  static final int NAME = 16;
  static final int SECTION_HEADER = NAME + 8;
  static final int SECTION_TRAILER = 8;
  static final String END = "end";

  private SectionFormat() {}

  static int padding(long length) {
    return (int) (-length & 7);
  }

  static byte[] nameBytes(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length > NAME) {
      throw new IllegalArgumentException("the name of a section is too long: " + name);
    }
    return ByteBuffer.allocate(NAME).put(bytes).array();
  }
}
