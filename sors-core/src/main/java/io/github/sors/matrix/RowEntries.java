package io.github.sors.matrix;

/** The stored entries of one row in ascending order of their columns; reused from row to row. */
final class RowEntries {

  int count;
  int[] columns = new int[16];
  float[] levels = new float[16];
  float[] squares = new float[16];

  void clear(int capacity) {
    count = 0;
    if (columns.length < capacity) {
      int size = Math.max(capacity, columns.length + (columns.length >> 1));
      columns = new int[size];
      levels = new float[size];
      squares = new float[size];
    }
  }

  void add(int column, float level, float square) {
    columns[count] = column;
    levels[count] = level;
    squares[count++] = square;
  }
}
