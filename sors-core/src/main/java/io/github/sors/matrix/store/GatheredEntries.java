package io.github.sors.matrix.store;

/**
 * The entries of the matrix that a round works on, in contiguous arrays: {@link RowStore#gather}
 * fills them and {@link RowStore#scatter} writes them back.
 */
public final class GatheredEntries {

  /** The level of each entry; 0 where nothing is stored. */
  public float[] levels = new float[0];

  /** The sum of the squared gradients of each entry; undefined in a store without squares. */
  public float[] squares = new float[0];

  /** Where the store found each entry, so that it need not search again; private to the store. */
  public int[] slots = new int[0];

  /**
   * Which entries of a row the store has to insert, from the row's offset on, as other threads may
   * write other rows; private to the store.
   */
  int[] fresh = new int[0];

  private final boolean withSquares;

  public GatheredEntries(boolean withSquares) {
    this.withSquares = withSquares;
  }

  public void ensureCapacity(int capacity) {
    if (levels.length < capacity) {
      int size = Math.max(capacity, Math.min(2 * levels.length, 1 << 20));
      levels = new float[size];
      squares = new float[withSquares ? size : 0];
      slots = new int[size];
      fresh = new int[size];
    }
  }

  public void put(int place, float level, float square) {
    levels[place] = level;
    if (withSquares) {
      squares[place] = square;
    }
  }

  /** Copies the entries of some columns to {@code part}; this object holds the whole row. */
  public void copyTo(GatheredEntries part, ColumnList columns) {
    gather(levels, part.levels, columns);
    if (withSquares) {
      gather(squares, part.squares, columns);
    }
  }

  /** Copies the entries back that {@link #copyTo} copied. */
  public void copyFrom(GatheredEntries part, ColumnList columns) {
    scatter(part.levels, levels, columns);
    if (withSquares) {
      scatter(part.squares, squares, columns);
    }
  }

  private static void gather(float[] row, float[] part, ColumnList columns) {
    int count = columns.count();
    if (columns.isLeading()) {
      System.arraycopy(row, 0, part, 0, count);
      return;
    }
    gather(row, 0, columns.numbers(), count, part, 0);
  }

  /**
   * Copies entries that lie scattered in the array of a row: {@code into[at + k] = row[places[k] +
   * shift]}, k = 0 … count - 1.
   */
  static void gather(float[] row, int shift, int[] places, int count, float[] into, int at) {
    for (int k = 0; k < count; k++) {
      into[at + k] = row[places[k] + shift];
    }
  }

  private static void scatter(float[] part, float[] row, ColumnList columns) {
    int count = columns.count();
    if (columns.isLeading()) {
      System.arraycopy(part, 0, row, 0, count);
      return;
    }
    int[] numbers = columns.numbers();
    for (int k = 0; k < count; k++) {
      row[numbers[k]] = part[k];
    }
  }
}
