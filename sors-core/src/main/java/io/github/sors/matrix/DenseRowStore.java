package io.github.sors.matrix;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Rows as plain arrays with a place for every column, allocated when a row is first written to.
 *
 * <p>The quickest store where rows · columns floats fit into memory: an entry is one address
 * computation away. With squares, an entry's two floats lie side by side, in one cache line.
 */
final class DenseRowStore implements RowStore {

  private final int stride;
  private final LongAdder bytes = new LongAdder();
  private float[][] rows = new float[0][];
  // how long a row is made
  private int columns;

  DenseRowStore(boolean withSquares) {
    this.stride = withSquares ? 2 : 1;
  }

  /** The bytes that a full matrix takes. */
  static long bytesNeeded(long rows, long columns, boolean withSquares) {
    return rows * (columns * (withSquares ? 8 : 4) + 16);
  }

  @Override
  public void reserve(int rowCount, int columnCount) {
    if (rowCount > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(rowCount, rows.length + (rows.length >> 1)));
    }
    if (columnCount > columns) {
      columns = Math.max(columnCount, columns + (columns >> 2));
    }
  }

  /** Whether a row is allocated. */
  boolean has(int row) {
    return rows[row] != null;
  }

  /** Allocates a row. */
  void allocate(int row) {
    wholeRow(row);
  }

  /** Empties a row and gives its memory back. */
  void free(int row) {
    bytes.add(-16 - 4L * rows[row].length);
    rows[row] = null;
  }

  @Override
  public void gather(int row, int[] wanted, int count, GatheredEntries into, int offset) {
    if (rows[row] == null) {
      Arrays.fill(into.levels, offset, offset + count, 0);
      if (stride == 2) {
        Arrays.fill(into.squares, offset, offset + count, 0);
      }
      return;
    }
    float[] entries = wholeRow(row);
    float[] levels = into.levels;
    if (stride == 1) {
      for (int k = 0; k < count; k++) {
        levels[offset + k] = entries[wanted[k]];
      }
    } else {
      float[] squares = into.squares;
      for (int k = 0; k < count; k++) {
        levels[offset + k] = entries[2 * wanted[k]];
        squares[offset + k] = entries[2 * wanted[k] + 1];
      }
    }
  }

  @Override
  public void scatter(
      int row, int[] wanted, int count, GatheredEntries from, int offset, float deadLevel) {
    float[] entries = wholeRow(row);
    float[] levels = from.levels;
    if (stride == 1) {
      for (int k = 0; k < count; k++) {
        entries[wanted[k]] = levels[offset + k];
      }
    } else {
      float[] squares = from.squares;
      for (int k = 0; k < count; k++) {
        entries[2 * wanted[k]] = levels[offset + k];
        entries[2 * wanted[k] + 1] = squares[offset + k];
      }
    }
  }

  /** The array of a row, with a place for every column that there is by now. */
  private float[] wholeRow(int row) {
    float[] entries = rows[row];
    if (entries == null) {
      entries = new float[stride * columns];
      bytes.add(16 + 4L * entries.length);
      rows[row] = entries;
    } else if (entries.length < stride * columns) {
      bytes.add(4L * (stride * columns - entries.length));
      entries = Arrays.copyOf(entries, stride * columns);
      rows[row] = entries;
    }
    return entries;
  }

  @Override
  public void settle(LevelReader reader) {
    for (float[] entries : rows) {
      if (entries != null) {
        for (int k = 0; k < entries.length; k += stride) {
          if (entries[k] != 0) {
            entries[k] = reader.valueOf(entries[k], squareAt(entries, k));
          }
        }
      }
    }
  }

  private float squareAt(float[] entries, int k) {
    return stride == 2 ? entries[k + 1] : 0;
  }

  @Override
  public int countNonZeros(int row, LevelReader reader) {
    float[] entries = rows[row];
    int count = 0;
    if (entries != null) {
      for (int k = 0; k < entries.length; k += stride) {
        if (entries[k] != 0 && reader.valueOf(entries[k], squareAt(entries, k)) != 0) {
          count++;
        }
      }
    }
    return count;
  }

  @Override
  public void copyRow(int row, RowEntries into) {
    into.clear();
    float[] entries = rows[row];
    if (entries != null) {
      for (int k = 0; k < entries.length; k += stride) {
        if (entries[k] != 0 || squareAt(entries, k) != 0) {
          into.add(k / stride, entries[k], squareAt(entries, k));
        }
      }
    }
  }

  @Override
  public void restoreRow(int row, RowEntries from) {
    if (from.count > 0) {
      float[] entries = wholeRow(row);
      for (int k = 0; k < from.count; k++) {
        entries[stride * from.columns[k]] = from.levels[k];
        if (stride == 2) {
          entries[2 * from.columns[k] + 1] = from.squares[k];
        }
      }
    }
  }

  @Override
  public long storedEntries() {
    long sum = 0;
    for (float[] entries : rows) {
      if (entries != null) {
        for (int k = 0; k < entries.length; k += stride) {
          sum += entries[k] != 0 || squareAt(entries, k) != 0 ? 1 : 0;
        }
      }
    }
    return sum;
  }

  @Override
  public long bytes() {
    return bytes.sum() + 8L * rows.length;
  }

  @Override
  public String description() {
    return "dense rows";
  }
}
