package io.github.sors.embedding;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Embeddings of a file that is mapped into memory: 4-byte floating point numbers, little-endian,
 * row after row. Nothing is read before it is needed, and programs share the memory.
 *
 * <p>A row is copied to a buffer when it is read, which costs about as much as one inner product;
 * nothing is allocated.
 *
 * <p>Threads: any thread may read. Failures: a file that is too short, and a row that does not have
 * the length 1, throw {@link InvalidInputException} when the file is opened, a disk throws {@link
 * IOException}. If another program shortens the file later, reading throws {@link InternalError}.
 */
public final class EmbeddingFile implements Embeddings {

  // the largest mapping: a buffer has at most 2³¹ - 1 bytes
  private static final long PART = 1L << 30;

  private final EmbeddingSpace space;
  private final FloatBuffer[] parts;
  private final int rowsPerPart;
  private final int size;

  private EmbeddingFile(EmbeddingSpace space, FloatBuffer[] parts, int rowsPerPart, int size) {
    this.space = space;
    this.parts = parts;
    this.rowsPerPart = rowsPerPart;
    this.size = size;
  }

  /**
   * Maps embeddings and checks each of them once.
   *
   * @param position the position of the first number in the file, after its header
   * @param size the number of embeddings
   */
  public static EmbeddingFile map(EmbeddingSpace space, Path file, long position, int size)
      throws IOException {
    long rowBytes = (long) space.dimension() * Float.BYTES;
    int perPart = (int) (PART / rowBytes);
    FloatBuffer[] parts = new FloatBuffer[(size + perPart - 1) / perPart];
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long expected = position + size * rowBytes;
      if (channel.size() < expected) {
        throw new InvalidInputException(
            file
                + ": expected "
                + size
                + " embeddings of "
                + space.dimension()
                + " numbers, which take "
                + expected
                + " bytes, found "
                + channel.size()
                + " bytes");
      }
      for (int part = 0; part < parts.length; part++) {
        long first = (long) part * perPart;
        long rows = Math.min(perPart, size - first);
        parts[part] =
            channel
                .map(FileChannel.MapMode.READ_ONLY, position + first * rowBytes, rows * rowBytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer();
      }
    }
    EmbeddingFile embeddings = new EmbeddingFile(space, parts, perPart, size);
    embeddings.check(file);
    return embeddings;
  }

  private void check(Path file) {
    LocatedRows rows = new LocatedRows(space.dimension(), 1);
    for (int number = 0; number < size; number++) {
      locate(number, rows, 0);
      float[] row = rows.copy(0);
      if (space.unit(row, file + ", row " + number) != row) {
        throw new InvalidInputException(
            file
                + ", row "
                + number
                + ": expected a vector of length 1, since a mapped file is not changed; scale the"
                + " vectors or read them into memory");
      }
    }
  }

  @Override
  public EmbeddingSpace space() {
    return space;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void locate(int number, LocatedRows rows, int slot) {
    Objects.checkIndex(number, size);
    int dimension = space.dimension();
    float[] buffer = rows.buffered(slot);
    parts[number / rowsPerPart].get(
        number % rowsPerPart * dimension, buffer, slot * dimension, dimension);
  }
}
