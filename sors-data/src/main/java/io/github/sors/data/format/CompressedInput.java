package io.github.sors.data.format;

import io.airlift.compress.zstd.ZstdInputStream;
import io.github.sors.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZInputStream;

/**
 * Opens files that may be compressed with gzip, bzip2, xz or zstd, which is detected from their
 * first bytes and never by their name.
 *
 * <p>Several compressed streams one after the other are read as one. Damaged or truncated data, and
 * anything after the last stream, throws an {@link InvalidInputException} when it is read. Memory
 * is limited: xz may use {@value #XZ_MEMORY_KIB} KiB, the others need less; zstd with a window of
 * more than 8 MiB, as {@code zstd --long} writes it, is refused. Of several zstd streams, one that
 * is cut within its first four bytes is taken for the end of the file.
 *
 * <p>Threads: any thread may open a file; a stream belongs to one thread. Failures: a file that
 * cannot be opened, and damaged or truncated data when they are read, throw {@link
 * io.github.sors.InvalidInputException}, a disk {@link java.io.IOException}.
 */
public final class CompressedInput {

  /** Twice the memory that {@code xz -9} needs, in KiB. */
  private static final int XZ_MEMORY_KIB = 128 * 1024;

  private static final int BUFFER_SIZE = 1 << 16;
  private static final int[] GZIP = {0x1F, 0x8B, 0x08};
  private static final int[] XZ = {0xFD, '7', 'z', 'X', 'Z', 0};
  private static final int[] BZIP2 = {'B', 'Z', 'h'};

  /**
   * What follows {@code BZh} and the block size: the first block, or the end of an empty stream.
   */
  private static final int[] BZIP2_BLOCK = {0x31, 0x41, 0x59, 0x26, 0x53, 0x59};

  private static final int[] BZIP2_END = {0x17, 0x72, 0x45, 0x38, 0x50, 0x90};
  private static final int[] ZSTD = {0x28, 0xB5, 0x2F, 0xFD};
  private static final int BZIP2_BLOCK_OFFSET = 4;
  private static final int LONGEST_MAGIC = 10;

  private CompressedInput() {}

  /**
   * Opens a file for reading its uncompressed content.
   *
   * @throws InvalidInputException if there is no such file, it is a directory or it may not be read
   */
  public static InputStream open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw InputErrors.in(file.toString(), "expected a file, found a directory");
    }
    InputStream raw;
    try {
      raw = Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(file + ": there is no such file: check the path", e);
    } catch (AccessDeniedException e) {
      throw new InvalidInputException(
          file + ": the file may not be read: check its permissions", e);
    } catch (FileSystemException e) {
      throw new InvalidInputException(
          file + ": the file cannot be opened: " + Objects.toString(e.getReason(), e.getMessage()),
          e);
    }
    try {
      return open(raw, file.toString());
    } catch (IOException | RuntimeException e) {
      try {
        raw.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /**
   * Returns the uncompressed content of a stream.
   *
   * @param name what to call the stream in messages
   */
  public static InputStream open(InputStream in, String name) throws IOException {
    Source source = new Source(in);
    BufferedInputStream buffered = new BufferedInputStream(source, BUFFER_SIZE);
    buffered.mark(LONGEST_MAGIC);
    byte[] start = buffered.readNBytes(LONGEST_MAGIC);
    buffered.reset();
    if (startsWith(start, 0, GZIP)) {
      // stricter than the JDK's stream, which takes a damaged second member for the end of the file
      return new Decoded(
          "gzip",
          name,
          source,
          () ->
              GzipCompressorInputStream.builder()
                  .setInputStream(buffered)
                  .setDecompressConcatenated(true)
                  .get());
    }
    if (startsWith(start, 0, XZ)) {
      return new Decoded("xz", name, source, () -> new XZInputStream(buffered, XZ_MEMORY_KIB));
    }
    // three letters alone could be the start of a text
    if (startsWith(start, 0, BZIP2)
        && (startsWith(start, BZIP2_BLOCK_OFFSET, BZIP2_BLOCK)
            || startsWith(start, BZIP2_BLOCK_OFFSET, BZIP2_END))) {
      return new Decoded(
          "bzip2", name, source, () -> new BZip2CompressorInputStream(buffered, true));
    }
    if (startsWith(start, 0, ZSTD)) {
      return new Decoded("zstd", name, source, () -> new ZstdInputStream(buffered));
    }
    return buffered;
  }

  private static boolean startsWith(byte[] bytes, int offset, int[] magic) {
    if (bytes.length < offset + magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((bytes[offset + i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** Remembers whether reading itself failed, which the exceptions of decoders do not show. */
  private static final class Source extends FilterInputStream {

    private boolean failed;

    Source(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException e) {
        failed = true;
        throw e;
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (IOException e) {
        failed = true;
        throw e;
      }
    }
  }

  @FunctionalInterface
  private interface Decoder {
    InputStream open() throws IOException;
  }

  /** Distinguishes data that cannot be decoded from a disk that cannot be read. */
  private static final class Decoded extends InputStream {

    private final String compression;
    private final String name;
    private final Source source;
    private final InputStream decoder;

    Decoded(String compression, String name, Source source, Decoder decoder) throws IOException {
      this.compression = compression;
      this.name = name;
      this.source = source;
      try {
        this.decoder = decoder.open();
      } catch (IOException | RuntimeException e) {
        throw explained(e);
      }
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return decoder.read(bytes, offset, length);
      } catch (IOException | RuntimeException e) {
        throw explained(e);
      }
    }

    @Override
    public void close() throws IOException {
      decoder.close();
    }

    private InvalidInputException explained(Exception cause) throws IOException {
      if (source.failed && cause instanceof IOException failure) {
        throw failure;
      }
      if (cause instanceof MemoryLimitException limit) {
        return new InvalidInputException(
            name
                + ": expected xz data that needs at most "
                + XZ_MEMORY_KIB
                + " KiB of memory, found "
                + limit.getMemoryNeeded()
                + " KiB: compress it again with a smaller dictionary",
            cause);
      }
      return new InvalidInputException(
          name
              + ": the "
              + compression
              + " data is damaged or incomplete ("
              + InputErrors.printable(Objects.toString(cause.getMessage(), "unexpected end"))
              + "): get the file again",
          cause);
    }
  }
}
