package io.github.sors.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;

/** A file of sections in memory, for streams, which cannot go back. Belongs to one thread. */
final class MemoryChannel implements SeekableByteChannel {

  // the largest array of every Java
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private byte[] bytes;
  private int size;
  private int position;

  /** A channel with these bytes, which are used as they are. */
  MemoryChannel(byte[] bytes) {
    this.bytes = bytes;
    size = bytes.length;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  @Override
  public int read(ByteBuffer into) {
    if (position >= size) {
      return -1;
    }
    int count = Math.min(into.remaining(), size - position);
    into.put(bytes, position, count);
    position += count;
    return count;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int count = from.remaining();
    long end = (long) position + count;
    if (end > LARGEST) {
      throw new IOException("more than 2 GiB cannot be written to a stream: write to a file");
    }
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(end, 2L * bytes.length)));
    }
    from.get(bytes, position, count);
    position = (int) end;
    size = Math.max(size, position);
    return count;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public MemoryChannel position(long newPosition) {
    if (newPosition < 0 || newPosition > LARGEST) {
      throw new IllegalArgumentException("there is no position " + newPosition);
    }
    position = (int) newPosition;
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public MemoryChannel truncate(long newSize) {
    size = (int) Math.min(size, newSize);
    position = Math.min(position, size);
    return this;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
