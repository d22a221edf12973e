package io.github.sors.matrix;

import java.util.Arrays;

/**
 * Rows as plain arrays with a place for every column, allocated when a row is first written to.
 *
 * <p>The quickest store where rows · columns floats fit into memory: an entry is one address
 * computation away. With squares, an entry's two floats lie side by side, in one cache line.
 */
final class DenseRowStore implements RowStore {

  private final int stride;
  private float[][] rows;
  private int columns;

  DenseRowStore(int rows, int columns, boolean withSquares) {
    this.stride = withSquares ? 2 : 1;
    this.rows = new float[rows][];
    this.columns = columns;
  }

  /** The bytes that a full matrix takes. */
  static long bytesNeeded(long rows, long columns, boolean withSquares) {
    return rows * (columns * (withSquares ? 8 : 4) + 16);
  }

  @Override
  public void gather(int row, int[] wanted, int count, GatheredEntries into, int offset) {
    float[] entries = row < rows.length ? rows[row] : null;
    if (entries == null) {
      Arrays.fill(into.levels, offset, offset + count, 0);
      if (stride == 2) {
        Arrays.fill(into.squares, offset, offset + count, 0);
      }
      return;
    }
    int within = countBelow(wanted, count, entries.length / stride);
    if (stride == 1) {
      for (int k = 0; k < within; k++) {
        into.levels[offset + k] = entries[wanted[k]];
      }
    } else {
      for (int k = 0; k < within; k++) {
        into.levels[offset + k] = entries[2 * wanted[k]];
        into.squares[offset + k] = entries[2 * wanted[k] + 1];
      }
      Arrays.fill(into.squares, offset + within, offset + count, 0);
    }
    Arrays.fill(into.levels, offset + within, offset + count, 0);
  }

  private static int countBelow(int[] ascending, int count, int limit) {
    if (count == 0 || ascending[count - 1] < limit) {
      return count;
    }
    int k = Arrays.binarySearch(ascending, 0, count, limit);
    return k < 0 ? -k - 1 : k;
  }

  @Override
  public void scatter(
      int row, int[] wanted, int count, GatheredEntries from, int offset, float deadLevel) {
    if (count == 0) {
      return;
    }
    float[] entries = writableRow(row, wanted[count - 1] + 1);
    if (stride == 1) {
      for (int k = 0; k < count; k++) {
        entries[wanted[k]] = from.levels[offset + k];
      }
    } else {
      for (int k = 0; k < count; k++) {
        entries[2 * wanted[k]] = from.levels[offset + k];
        entries[2 * wanted[k] + 1] = from.squares[offset + k];
      }
    }
  }

  private float[] writableRow(int row, int atLeast) {
    columns = Math.max(columns, atLeast);
    if (row >= rows.length) {
      rows = Arrays.copyOf(rows, Math.max(row + 1, rows.length + (rows.length >> 1)));
    }
    if (rows[row] == null) {
      rows[row] = new float[stride * columns];
    } else if (rows[row].length < stride * atLeast) {
      rows[row] = Arrays.copyOf(rows[row], stride * columns);
    }
    return rows[row];
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
  public int rowLimit() {
    return rows.length;
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
    float[] entries = rows[row];
    into.clear(storedIn(entries));
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
      float[] entries = writableRow(row, from.columns[from.count - 1] + 1);
      for (int k = 0; k < from.count; k++) {
        entries[stride * from.columns[k]] = from.levels[k];
        if (stride == 2) {
          entries[2 * from.columns[k] + 1] = from.squares[k];
        }
      }
    }
  }

  private int storedIn(float[] entries) {
    int count = 0;
    if (entries != null) {
      for (int k = 0; k < entries.length; k += stride) {
        count += entries[k] != 0 || squareAt(entries, k) != 0 ? 1 : 0;
      }
    }
    return count;
  }

  @Override
  public long storedEntries() {
    long sum = 0;
    for (float[] entries : rows) {
      sum += storedIn(entries);
    }
    return sum;
  }

  @Override
  public long bytes() {
    long sum = 8L * rows.length;
    for (float[] entries : rows) {
      sum += entries == null ? 0 : 16 + 4L * entries.length;
    }
    return sum;
  }

  @Override
  public String description() {
    return "dense rows";
  }
}
