package io.github.sors.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file of sections with checksums; {@link SectionReader} reads it.
 *
 * <p>Threads: belongs to the thread that writes the file. Failures: sections that are not begun and
 * ended in turn throw {@link IllegalStateException}, a name that is too long {@link
 * IllegalArgumentException}, a disk {@link IOException}; the target is then as it was before.
 */
public final class SectionWriter {

  /** Writes the sections of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(SectionWriter writer) throws IOException;
  }

  // force a large file to disk in pieces, so that other writers to the disk never wait for all of
  // it
  private static final long FORCED_AT_ONCE = 8 << 20;

  private final SeekableByteChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 18).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C checksum = new CRC32C();
  // of the section that has begun and not ended
  private @Nullable String name;
  private long start;
  private long length;
  private long unforced;

  private SectionWriter(SeekableByteChannel channel) {
    this.channel = channel;
  }

  /** Writes the sections to a file; replaces an existing file atomically. */
  public static void write(Path file, FileKind kind, Content content) throws IOException {
    AtomicFiles.replace(file, channel -> write(channel, kind, content));
  }

  /** Writes the same bytes to a stream, which is not closed; they are in memory before. */
  public static void write(OutputStream out, FileKind kind, Content content) throws IOException {
    MemoryChannel channel = new MemoryChannel(new byte[0]);
    write(channel, kind, content);
    channel.writeTo(out);
  }

  private static void write(SeekableByteChannel channel, FileKind kind, Content content)
      throws IOException {
    SectionWriter writer = new SectionWriter(channel);
    writer.buffer.put(SectionFormat.MAGIC);
    writer.buffer.putInt(SectionFormat.VERSION).putInt(kind.code());
    writer.drain();
    content.writeTo(writer);
    writer.begin(SectionFormat.END);
    writer.end();
  }

  /** Starts a section. */
  public void begin(String sectionName) throws IOException {
    if (name != null) {
      throw new IllegalStateException("section " + name + " has not ended");
    }
    name = sectionName;
    start = channel.position();
    length = 0;
    checksum.reset();
    checksum.update(SectionFormat.nameBytes(sectionName));
    // end() fills in the length
    channel.position(start + SectionFormat.SECTION_HEADER);
  }

  /** Ends the current section. */
  public void end() throws IOException {
    if (name == null) {
      throw new IllegalStateException("no section has begun");
    }
    flush();
    ByteBuffer header =
        ByteBuffer.allocate(SectionFormat.SECTION_HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.put(SectionFormat.nameBytes(name)).putLong(length).flip();
    checksum.update(header.array(), SectionFormat.NAME, 8);
    buffer.put(new byte[SectionFormat.padding(length)]);
    buffer.putInt((int) checksum.getValue()).putInt(0);
    drain();
    long next = channel.position();
    channel.position(start);
    while (header.hasRemaining()) {
      channel.write(header);
    }
    channel.position(next);
    name = null;
  }

  public void writeInt(int value) throws IOException {
    room(4).putInt(value);
  }

  public void writeLong(long value) throws IOException {
    room(8).putLong(value);
  }

  public void writeFloat(float value) throws IOException {
    room(4).putFloat(value);
  }

  public void writeDouble(double value) throws IOException {
    room(8).putDouble(value);
  }

  public void writeInts(int[] values, int count) throws IOException {
    for (int k = 0; k < count; k++) {
      writeInt(values[k]);
    }
  }

  public void writeFloats(float[] values, int count) throws IOException {
    for (int k = 0; k < count; k++) {
      writeFloat(values[k]);
    }
  }

  public void writeString(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    writeInt(bytes.length);
    for (byte b : bytes) {
      room(1).put(b);
    }
  }

  /** Writes a section that holds an array. */
  public void writeInts(String sectionName, int[] values) throws IOException {
    begin(sectionName);
    writeInts(values, values.length);
    end();
  }

  /** Writes a section that holds an array. */
  public void writeFloats(String sectionName, float[] values) throws IOException {
    begin(sectionName);
    writeFloats(values, values.length);
    end();
  }

  /** Writes a section with the remaining content of a buffer. */
  public void writeInts(String sectionName, IntBuffer values) throws IOException {
    begin(sectionName);
    while (values.hasRemaining()) {
      writeInt(values.get());
    }
    end();
  }

  /** Writes a section with the remaining content of a buffer. */
  public void writeFloats(String sectionName, FloatBuffer values) throws IOException {
    begin(sectionName);
    while (values.hasRemaining()) {
      writeFloat(values.get());
    }
    end();
  }

  /** Writes a section with the remaining content of a buffer, 16 bits per element. */
  public void writeChars(String sectionName, CharBuffer values) throws IOException {
    begin(sectionName);
    while (values.hasRemaining()) {
      room(2).putChar(values.get());
    }
    end();
  }

  /** Writes a section with the remaining content of a buffer. */
  public void writeBytes(String sectionName, ByteBuffer values) throws IOException {
    begin(sectionName);
    while (values.hasRemaining()) {
      room(1).put(values.get());
    }
    end();
  }

  /** Writes a section that holds a list of texts. */
  public void writeStrings(String sectionName, List<String> texts) throws IOException {
    begin(sectionName);
    writeInt(texts.size());
    for (String text : texts) {
      writeString(text);
    }
    end();
  }

  /** Writes names and values into the current section. */
  public void writeMap(Map<String, String> map) throws IOException {
    writeInt(map.size());
    for (Map.Entry<String, String> entry : map.entrySet()) {
      writeString(entry.getKey());
      writeString(entry.getValue());
    }
  }

  private ByteBuffer room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
    return buffer;
  }

  /** Writes buffered content of the section to the file and adds it to the checksum. */
  private void flush() throws IOException {
    length += buffer.position();
    checksum.update(buffer.array(), 0, buffer.position());
    drain();
  }

  private void drain() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      unforced += channel.write(buffer);
    }
    buffer.clear();
    if (unforced > FORCED_AT_ONCE && channel instanceof FileChannel file) {
      file.force(false);
      unforced = 0;
    }
  }
}
