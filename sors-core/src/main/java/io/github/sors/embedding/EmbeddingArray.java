package io.github.sors.embedding;

import java.util.List;
import java.util.Objects;

/**
 * Embeddings that are the rows of one array, or of a few if one would be too large.
 *
 * <p>Threads: immutable, as long as nobody writes to the array that it was made of. Failures: a row
 * that does not belong to the space throws {@link io.github.sors.InvalidInputException}.
 */
public final class EmbeddingArray implements Embeddings {

  private static final int BLOCK_FLOATS = 1 << 24;

  private final EmbeddingSpace space;
  private final float[][] blocks;
  private final int rowsPerBlock;
  private final int size;

  private EmbeddingArray(EmbeddingSpace space, float[][] blocks, int rowsPerBlock, int size) {
    this.space = space;
    this.blocks = blocks;
    this.rowsPerBlock = rowsPerBlock;
    this.size = size;
  }

  /**
   * Returns the rows of an array, row after row. The array is used as it is; rows of another length
   * than 1 are scaled in it.
   */
  public static EmbeddingArray ofRows(EmbeddingSpace space, float[] rows) {
    int dimension = space.dimension();
    if (rows.length % dimension != 0) {
      throw new IllegalArgumentException(
          "expected rows of " + dimension + " numbers, found " + rows.length + " in all");
    }
    int size = rows.length / dimension;
    float[] row = new float[dimension];
    for (int number = 0; number < size; number++) {
      System.arraycopy(rows, number * dimension, row, 0, dimension);
      float[] unit = space.unit(row, "embedding " + number);
      if (unit != row) {
        System.arraycopy(unit, 0, rows, number * dimension, dimension);
      }
    }
    return new EmbeddingArray(space, new float[][] {rows}, Math.max(1, size), size);
  }

  /** Returns copies of vectors. */
  public static EmbeddingArray copyOf(EmbeddingSpace space, List<float[]> vectors) {
    int dimension = space.dimension();
    int perBlock = Math.max(1, BLOCK_FLOATS / dimension);
    float[][] blocks = new float[(vectors.size() + perBlock - 1) / perBlock][];
    for (int block = 0; block < blocks.length; block++) {
      int rows = Math.min(perBlock, vectors.size() - block * perBlock);
      blocks[block] = new float[rows * dimension];
      for (int row = 0; row < rows; row++) {
        int number = block * perBlock + row;
        float[] unit = space.unit(vectors.get(number), "embedding " + number);
        System.arraycopy(unit, 0, blocks[block], row * dimension, dimension);
      }
    }
    return new EmbeddingArray(space, blocks, perBlock, vectors.size());
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
    rows.set(slot, blocks[number / rowsPerBlock], number % rowsPerBlock * space.dimension());
  }
}
