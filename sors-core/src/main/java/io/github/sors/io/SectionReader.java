package io.github.sors.io;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Reads a file of sections with checksums, one section after the other.
 *
 * <p>Opening verifies the whole file, so that a truncated, altered or foreign file is rejected
 * before any of it is used.
 *
 * <p>Threads: belongs to one thread; a {@linkplain #map mapped} section may be read by any.
 * Failures: a bad file throws {@link InvalidInputException} when it is opened, and content other
 * than expected when it is read; a disk throws {@link IOException}. After an exception, only {@link
 * #close} is useful.
 */
public final class SectionReader implements AutoCloseable {

  // what to call the file in messages
  private final String file;
  private final FileKind kind;
  private final SeekableByteChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(1 << 18).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  // the name of the current section, with its padding
  private final byte[] nameBytes = new byte[SectionFormat.NAME];
  private long remaining;
  private long nextSection = SectionFormat.FILE_HEADER;

  private SectionReader(String file, FileKind kind, SeekableByteChannel channel) {
    this.file = file;
    this.kind = kind;
    this.channel = channel;
  }

  /**
   * Opens a file and verifies all of it.
   *
   * @throws InvalidInputException if it is not a complete file of this kind
   */
  public static SectionReader open(Path file, FileKind kind) throws IOException {
    return checked(new SectionReader(file.toString(), kind, openChannel(file)));
  }

  /**
   * Reads the whole rest of a stream, which is not closed, and verifies it.
   *
   * @param source what to call it in messages
   * @throws InvalidInputException if it is not a complete file of this kind
   */
  public static SectionReader open(InputStream in, String source, FileKind kind)
      throws IOException {
    return checked(new SectionReader(source, kind, new MemoryChannel(in.readAllBytes())));
  }

  private static SectionReader checked(SectionReader reader) throws IOException {
    try {
      reader.check();
      return reader;
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private static FileChannel openChannel(Path file) {
    if (Files.isDirectory(file)) {
      throw new InvalidInputException(file + " is a folder, not a sors file");
    }
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException("there is no file " + file, e);
    } catch (IOException e) {
      throw new InvalidInputException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Returns the kind of a file.
   *
   * @throws InvalidInputException if it is not a file of sections
   */
  public static FileKind kindOf(Path file) throws IOException {
    try (SectionReader reader =
        new SectionReader(file.toString(), FileKind.MODEL, openChannel(file))) {
      return reader.readFileHeader();
    }
  }

  private void check() throws IOException {
    long size = channel.size();
    FileKind found = readFileHeader();
    if (!found.is(kind)) {
      throw new InvalidInputException(file + " is a " + found + ", not a " + kind);
    }
    String name = "";
    while (!name.equals(SectionFormat.END)) {
      name = checkSection(size);
    }
    if (nextSection != size) {
      throw new InvalidInputException(
          file + " has bytes after its end: it was altered; use another copy");
    }
    nextSection = SectionFormat.FILE_HEADER;
  }

  private FileKind readFileHeader() throws IOException {
    long size = channel.size();
    byte[] magic = new byte[SectionFormat.MAGIC.length];
    if (size < SectionFormat.FILE_HEADER) {
      throw new InvalidInputException(file + " is not a sors file: it has only " + size + " bytes");
    }
    remaining = SectionFormat.FILE_HEADER;
    fill(SectionFormat.FILE_HEADER).get(magic);
    if (!Arrays.equals(magic, SectionFormat.MAGIC)) {
      throw new InvalidInputException(
          file + " is not a sors file: give a " + kind + " that sors has written");
    }
    int version = buffer.getInt();
    FileKind found = FileKind.ofCode(buffer.getInt());
    if (version != SectionFormat.VERSION) {
      throw new InvalidInputException(
          file
              + " has format version "
              + version
              + ", this version of sors reads "
              + SectionFormat.VERSION
              + ": use the version that wrote it");
    }
    return found;
  }

  private String checkSection(long size) throws IOException {
    long start = nextSection;
    String name = beginAny(size);
    CRC32C checksum = new CRC32C();
    checksum.update(nameBytes);
    long length = remaining;
    while (remaining > 0) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), remaining));
      readFully(buffer);
      checksum.update(buffer.flip());
      remaining -= buffer.limit();
    }
    checksum.update(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(length).flip());
    remaining = (long) SectionFormat.padding(length) + SectionFormat.SECTION_TRAILER;
    buffer.clear().limit(0);
    fill((int) remaining);
    long zeros = 0;
    for (int k = 0; k < SectionFormat.padding(length); k++) {
      zeros |= buffer.get();
    }
    if (buffer.getInt() != (int) checksum.getValue() || (zeros | buffer.getInt()) != 0) {
      throw new InvalidInputException(
          file
              + " is damaged in its section '"
              + name
              + "', "
              + start
              + " bytes from the start: the checksum does not match; use another copy");
    }
    return name;
  }

  /** Goes to the next section and returns its name; sets {@code remaining} to its length. */
  private String beginAny(long size) throws IOException {
    channel.position(nextSection);
    buffer.clear().limit(0);
    if (size - nextSection < SectionFormat.SECTION_HEADER + SectionFormat.SECTION_TRAILER) {
      throw truncated();
    }
    remaining = SectionFormat.SECTION_HEADER;
    fill(SectionFormat.SECTION_HEADER).get(nameBytes);
    long length = buffer.getLong();
    long room = size - nextSection - SectionFormat.SECTION_HEADER - SectionFormat.SECTION_TRAILER;
    if (length < 0 || length > room || length + SectionFormat.padding(length) > room) {
      throw truncated();
    }
    nextSection +=
        SectionFormat.SECTION_HEADER
            + length
            + SectionFormat.padding(length)
            + SectionFormat.SECTION_TRAILER;
    remaining = length;
    buffer.clear().limit(0);
    String name = new String(nameBytes, StandardCharsets.US_ASCII);
    int end = name.indexOf(0);
    return end < 0 ? name : name.substring(0, end);
  }

  private InvalidInputException truncated() {
    return new InvalidInputException(
        file + " is truncated or damaged: it ends before it should; use another copy");
  }

  /** Goes to the next section; throws if it has another name. */
  public void begin(String name) throws IOException {
    String found = beginAny(channel.size());
    if (!found.equals(name)) {
      throw inconsistent("expected section '" + name + "', found '" + found + "'");
    }
  }

  /** Ends a section; throws if it was not read completely. */
  public void end() {
    if (remaining + buffer.remaining() > 0) {
      throw inconsistent("a section has " + (remaining + buffer.remaining()) + " bytes too many");
    }
  }

  /** Throws if sections are left. */
  public void finish() throws IOException {
    begin(SectionFormat.END);
    end();
  }

  private InvalidInputException inconsistent(String what) {
    return new InvalidInputException(file + " is not a " + kind + " that sors wrote: " + what);
  }

  public int readInt() throws IOException {
    return fill(4).getInt();
  }

  public long readLong() throws IOException {
    return fill(8).getLong();
  }

  public float readFloat() throws IOException {
    return fill(4).getFloat();
  }

  public double readDouble() throws IOException {
    return fill(8).getDouble();
  }

  public void readInts(int[] into, int count) throws IOException {
    readArray(count, Integer.BYTES, (at, length) -> buffer.asIntBuffer().get(into, at, length));
  }

  public void readFloats(float[] into, int count) throws IOException {
    readArray(count, Float.BYTES, (at, length) -> buffer.asFloatBuffer().get(into, at, length));
  }

  public String readString() throws IOException {
    byte[] bytes = new byte[readCount(1)];
    readArray(bytes.length, 1, (at, length) -> buffer.slice().get(bytes, at, length));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Copies numbers from the start of the buffer, whose position it does not change. */
  @FunctionalInterface
  private interface Copying {
    void copy(int at, int length);
  }

  /** Reads an array, as many elements at once as the buffer holds. */
  private void readArray(int count, int bytesEach, Copying copying) throws IOException {
    int done = 0;
    while (done < count) {
      int length = Math.min(count - done, fill(bytesEach).remaining() / bytesEach);
      copying.copy(done, length);
      buffer.position(buffer.position() + length * bytesEach);
      done += length;
    }
  }

  /** Reads a section that holds an array. */
  public int[] readInts(String name) throws IOException {
    begin(name);
    int[] values = new int[arrayLength(4)];
    readInts(values, values.length);
    end();
    return values;
  }

  /** Reads a section that holds an array. */
  public long[] readLongs(String name) throws IOException {
    begin(name);
    long[] values = new long[arrayLength(8)];
    readArray(
        values.length, Long.BYTES, (at, length) -> buffer.asLongBuffer().get(values, at, length));
    end();
    return values;
  }

  /** Reads a section that holds an array. */
  public float[] readFloats(String name) throws IOException {
    begin(name);
    float[] values = new float[arrayLength(4)];
    readFloats(values, values.length);
    end();
    return values;
  }

  /**
   * Maps a section into memory, read-only and little-endian; copies it if this reads a stream. The
   * mapping outlives this reader; it ends when the buffer is garbage-collected.
   */
  public ByteBuffer map(String name) throws IOException {
    begin(name);
    long start = channel.position();
    if (remaining > Integer.MAX_VALUE) {
      throw inconsistent("section '" + name + "' has " + remaining + " bytes, too many to map");
    }
    ByteBuffer mapped;
    if (channel instanceof FileChannel mappable) {
      mapped = mappable.map(FileChannel.MapMode.READ_ONLY, start, remaining);
    } else {
      mapped = ByteBuffer.allocateDirect((int) remaining);
      readFully(mapped);
      mapped = mapped.flip().asReadOnlyBuffer();
    }
    remaining = 0;
    return mapped.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether the next section has this name; abandons the current section. */
  public boolean isNext(String name) throws IOException {
    long here = nextSection;
    boolean found = beginAny(channel.size()).equals(name);
    nextSection = here;
    remaining = 0;
    return found;
  }

  /** Reads a section that holds a list of texts. */
  public List<String> readStrings(String name) throws IOException {
    begin(name);
    int count = readCount(4);
    List<String> texts = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      texts.add(readString());
    }
    end();
    return texts;
  }

  /** Reads names and values from the current section. */
  public Map<String, String> readMap() throws IOException {
    int count = readCount(8);
    Map<String, String> map = new TreeMap<>();
    for (int k = 0; k < count; k++) {
      String key = readString();
      map.put(key, readString());
    }
    return map;
  }

  /** Reads a count of elements, each of which takes at least this many bytes. */
  public int readCount(int bytesEach) throws IOException {
    int count = readInt();
    if (count < 0 || (long) count * bytesEach > remaining + buffer.remaining()) {
      throw inconsistent("a section is too short for its count of " + count);
    }
    return count;
  }

  private int arrayLength(int bytesEach) {
    long length = remaining / bytesEach;
    if (length > Integer.MAX_VALUE - 8) {
      throw inconsistent("a section has " + length + " numbers, more than an array can hold");
    }
    return (int) length;
  }

  /** Returns the buffer, filled with at least this many bytes of the section. */
  private ByteBuffer fill(int bytes) throws IOException {
    if (buffer.remaining() >= bytes) {
      return buffer;
    }
    if (buffer.remaining() + remaining < bytes) {
      throw inconsistent("a section is shorter than its content");
    }
    buffer.compact();
    int more = (int) Math.min(buffer.remaining(), remaining);
    buffer.limit(buffer.position() + more);
    readFully(buffer);
    remaining -= more;
    return buffer.flip();
  }

  private void readFully(ByteBuffer into) throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into) < 0) {
        throw truncated();
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
