package io.github.sors.matrix.store;

import java.util.Arrays;

/** The stored entries of one row, in no particular order; reused from row to row. */
public final class RowEntries {

  public int count;
  public int[] columns = new int[16];
  public float[] levels = new float[16];
  public float[] squares = new float[16];

  public void clear() {
    count = 0;
  }

  /** Sets the number of entries and makes room for them; the caller fills them in. */
  public void resize(int newCount) {
    ensureCapacity(newCount);
    count = newCount;
  }

  public void add(int column, float level, float square) {
    ensureCapacity(count + 1);
    columns[count] = column;
    levels[count] = level;
    squares[count++] = square;
  }

  /** Replaces each column by the number at its place. */
  public void renumber(int[] numbers) {
    for (int k = 0; k < count; k++) {
      columns[k] = numbers[columns[k]];
    }
  }

  private void ensureCapacity(int capacity) {
    if (columns.length < capacity) {
      int size = Math.max(capacity, columns.length + (columns.length >> 1));
      columns = Arrays.copyOf(columns, size);
      levels = Arrays.copyOf(levels, size);
      squares = Arrays.copyOf(squares, size);
    }
  }
}
