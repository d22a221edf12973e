package io.github.sors.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes one array in NumPy's {@code .npy} format, version 1.0, little-endian. */
final class NumpyArrayWriter {

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};

  private final OutputStream out;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

  NumpyArrayWriter(OutputStream out) {
    this.out = out;
  }

  /** Writes the header: the type, such as {@code <f4}, and the shape as a Python tuple. */
  void header(String type, String shape) {
    String description =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    // pad magic, length and description to a multiple of 64 bytes, with a line end as the last byte
    int padding = -(MAGIC.length + 2 + description.length() + 1) & 63;
    String padded = description + " ".repeat(padding) + "\n";
    buffer.put(MAGIC).putShort((short) padded.length());
    buffer.put(padded.getBytes(StandardCharsets.US_ASCII));
  }

  void putInt(int value) throws IOException {
    room(4).putInt(value);
  }

  void putLong(long value) throws IOException {
    room(8).putLong(value);
  }

  void putAscii(String text) throws IOException {
    room(text.length()).put(text.getBytes(StandardCharsets.US_ASCII));
  }

  void flush() throws IOException {
    out.write(buffer.array(), 0, buffer.position());
    buffer.clear();
  }

  private ByteBuffer room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
    return buffer;
  }
}
