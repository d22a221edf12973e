package io.github.sors.matrix;

import io.github.sors.BilinearModel;
import io.github.sors.matrix.store.RowImage;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Builds a model row by row; the diagonal entry of a row is passed separately.
 *
 * <p>The number of entries is known only at the end, so they are collected in chunks, each of which
 * is released as it is copied to the model.
 */
final class ModelRows implements RowImage.EntryConsumer {

  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;
  private static final int LARGEST_CHUNK = 1 << 20;

  private final long[] starts;
  private final Deque<int[]> columnChunks = new ArrayDeque<>();
  private final Deque<float[]> valueChunks = new ArrayDeque<>();
  private int[] columns = new int[1 << 12];
  private float[] values = new float[columns.length];
  // entries in the last chunk, and in those before
  private int count;
  private long countBefore;
  private int row;
  private float onDiagonal;

  ModelRows(int rowCount) {
    starts = new long[rowCount + 1];
  }

  /**
   * Begins a row; its off-diagonal entries follow. Rows must come in ascending order.
   *
   * @param diagonalValue 0 if there is none
   */
  void begin(int newRow, float diagonalValue) {
    row = newRow;
    onDiagonal = diagonalValue;
    starts[row + 1] = -(countBefore + count);
  }

  /** Ends the row. */
  void end() {
    addDiagonal();
    starts[row + 1] += countBefore + count;
  }

  @Override
  public void accept(int feature, float value) {
    if (feature > row) {
      addDiagonal();
    }
    addEntry(feature, value);
  }

  /** Adds the diagonal entry unless it has been added already. */
  private void addDiagonal() {
    if (onDiagonal != 0) {
      addEntry(row, onDiagonal);
      onDiagonal = 0;
    }
  }

  private void addEntry(int feature, float value) {
    if (!Float.isFinite(value)) {
      throw new IllegalStateException(
          "entry ("
              + row
              + ", "
              + feature
              + ") of the matrix is "
              + value
              + ": normalise the vectors or take smaller steps");
    }
    if (count == columns.length) {
      columnChunks.add(columns);
      valueChunks.add(values);
      countBefore += count;
      count = 0;
      columns = new int[Math.min(LARGEST_CHUNK, 2 * columns.length)];
      values = new float[columns.length];
    }
    columns[count] = feature;
    values[count++] = value;
  }

  /** Returns the model of the rows added so far; may be called only once. */
  BilinearModel model(int columnCount) {
    long total = countBefore + count;
    if (total > LARGEST_ARRAY) {
      throw new IllegalStateException(
          "the matrix has "
              + total
              + " non-zero entries, more than one model can hold: take a larger lambda");
    }
    for (int k = 1; k < starts.length; k++) {
      starts[k] += starts[k - 1];
    }
    int[] allColumns = new int[(int) total];
    int joined = 0;
    while (!columnChunks.isEmpty()) {
      int[] chunk = columnChunks.remove();
      System.arraycopy(chunk, 0, allColumns, joined, chunk.length);
      joined += chunk.length;
    }
    System.arraycopy(columns, 0, allColumns, joined, count);
    float[] allValues = new float[(int) total];
    joined = 0;
    while (!valueChunks.isEmpty()) {
      float[] chunk = valueChunks.remove();
      System.arraycopy(chunk, 0, allValues, joined, chunk.length);
      joined += chunk.length;
    }
    System.arraycopy(values, 0, allValues, joined, count);
    return BilinearModel.ofTrustedRows(
        starts.length - 1, columnCount, starts, allColumns, allValues);
  }
}
