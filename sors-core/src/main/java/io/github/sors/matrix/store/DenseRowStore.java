package io.github.sors.matrix.store;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Stores each row as a plain array with a place for every column, allocated on the first write.
 *
 * <p>This is the fastest store if rows · columns floats fit into memory: finding an entry takes one
 * address computation. With squares, the two floats of an entry are adjacent, in one cache line.
 */
public final class DenseRowStore implements RowStore {

  private final int stride;
  private final SpareArrays<float[]> copies;
  private final LongAdder bytes = new LongAdder();
  private float[][] rows = new float[0][];
  private float[][] replacements = new float[0][];
  // the length of newly allocated rows
  private int columns;

  public DenseRowStore(boolean withSquares) {
    this(withSquares, new SpareArrays<>());
  }

  private DenseRowStore(boolean withSquares, SpareArrays<float[]> copies) {
    this.stride = withSquares ? 2 : 1;
    this.copies = copies;
  }

  /** The bytes that a full matrix takes, or {@link Long#MAX_VALUE} on overflow. */
  public static long bytesNeeded(int rows, int columns, boolean withSquares) {
    long ofRow = columns * (withSquares ? 8L : 4L) + 16;
    return rows > Long.MAX_VALUE / ofRow ? Long.MAX_VALUE : rows * ofRow;
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

  /** The length of rows allocated from now on. */
  public int columns() {
    return columns;
  }

  /** Whether a row is allocated. */
  boolean has(int row) {
    return rows[row] != null;
  }

  /**
   * Allocates a row and returns its array: per column the level, then the square if there is one.
   */
  float[] allocate(int row) {
    return wholeRow(row);
  }

  /** Clears a row and releases its memory. */
  void free(int row) {
    bytes.add(-16 - 4L * rows[row].length);
    rows[row] = null;
  }

  @Override
  public void arrange(ColumnList list) {
    // any order will do
  }

  @Override
  public int readHeader(int row) {
    return rows[row] == null ? 0 : rows[row].length;
  }

  @Override
  public void beginGather(int row, ColumnList list, GatheredEntries into, int offset) {
    int count = list.count();
    if (rows[row] == null) {
      Arrays.fill(into.levels, offset, offset + count, 0);
    } else if (stride == 1 && list.isLeading()) {
      System.arraycopy(wholeRow(row), 0, into.levels, offset, count);
    } else {
      GatheredEntries.gather(wholeRow(row), 0, list.starts(stride), count, into.levels, offset);
    }
  }

  @Override
  public void finishGather(int row, ColumnList list, GatheredEntries into, int offset) {
    int count = list.count();
    if (stride == 2) {
      if (rows[row] == null) {
        Arrays.fill(into.squares, offset, offset + count, 0);
      } else {
        GatheredEntries.gather(wholeRow(row), 1, list.starts(2), count, into.squares, offset);
      }
    }
  }

  @Override
  public void scatter(int row, ColumnList list, GatheredEntries from, int offset, float deadLevel) {
    float[] entries = wholeRow(row);
    int[] wanted = list.numbers();
    int count = list.count();
    float[] levels = from.levels;
    if (stride == 2) {
      float[] squares = from.squares;
      for (int k = 0; k < count; k++) {
        entries[2 * wanted[k]] = levels[offset + k];
        entries[2 * wanted[k] + 1] = squares[offset + k];
      }
    } else if (list.isLeading()) {
      System.arraycopy(levels, offset, entries, 0, count);
    } else {
      for (int k = 0; k < count; k++) {
        entries[wanted[k]] = levels[offset + k];
      }
    }
  }

  /** Copies a whole row. */
  public void load(int row, GatheredEntries into) {
    float[] entries = wholeRow(row);
    if (stride == 1) {
      System.arraycopy(entries, 0, into.levels, 0, columns);
    } else {
      float[] levels = into.levels;
      float[] squares = into.squares;
      for (int k = 0; k < columns; k++) {
        levels[k] = entries[2 * k];
        squares[k] = entries[2 * k + 1];
      }
    }
  }

  /**
   * Writes a second version of a whole row; the present one stays in use until {@link #replace}.
   */
  public void prepare(int row, GatheredEntries from) {
    float[] entries = replacement(row);
    if (stride == 1) {
      System.arraycopy(from.levels, 0, entries, 0, columns);
    } else {
      float[] levels = from.levels;
      float[] squares = from.squares;
      for (int k = 0; k < columns; k++) {
        entries[2 * k] = levels[k];
        entries[2 * k + 1] = squares[k];
      }
    }
  }

  private float[] replacement(int row) {
    if (replacements.length < rows.length) {
      throw new IllegalStateException("room for replacements is made first");
    }
    float[] entries = replacements[row];
    if (entries == null || entries.length < stride * columns) {
      bytes.add(4L * (stride * columns - (entries == null ? -4 : entries.length)));
      entries = new float[stride * columns];
      replacements[row] = entries;
    }
    return entries;
  }

  /** Makes room for a second copy of every row. */
  public void reserveReplacements() {
    replacements = Arrays.copyOf(replacements, rows.length);
  }

  /** Replaces a row by its prepared version. */
  public void replace(int row) {
    float[] entries = rows[row];
    rows[row] = replacements[row];
    replacements[row] = entries;
  }

  /** The array of a row, grown to the present number of columns. */
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
  public void settle(int row, LevelReader reader) {
    settleAndCount(row, reader);
  }

  /** Replaces the levels of a row by their values; returns how many entries are not zero. */
  long settleAndCount(int row, LevelReader reader) {
    float[] entries = rows[row];
    return entries == null ? 0 : reader.settle(entries, stride);
  }

  private float squareAt(float[] entries, int k) {
    return stride == 2 ? entries[k + 1] : 0;
  }

  @Override
  public void readRow(
      int row, LevelReader reader, RowImage image, RowImage.EntryConsumer consumer) {
    float[] entries = rows[row];
    if (entries == null) {
      return;
    }
    // every place has to be visited anyway, so visit them in the order of the features
    GatheredEntries stored = image.room(stride == 2);
    int count = 0;
    for (int rank = 0; rank < image.size(); rank++) {
      int k = stride * image.column(rank);
      float level = k < entries.length ? entries[k] : 0;
      stored.put(count, level, level == 0 ? 0 : squareAt(entries, k));
      stored.slots[count] = image.feature(rank);
      // no branch, since the processor could not predict it
      count += level != 0 ? 1 : 0;
    }
    reader.read(stored, count);
    for (int k = 0; k < count; k++) {
      if (stored.levels[k] != 0) {
        consumer.accept(stored.slots[k], stored.levels[k]);
      }
    }
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
  public DenseRowStore sharing() {
    copies.trim();
    DenseRowStore other = new DenseRowStore(stride == 2, copies);
    other.rows = rows.clone();
    other.columns = columns;
    return other;
  }

  @Override
  public void detach(int row) {
    if (rows[row] != null) {
      float[] entries = rows[row];
      float[] spare = copies.take(entries.length);
      if (spare == null) {
        rows[row] = entries.clone();
      } else {
        System.arraycopy(entries, 0, spare, 0, entries.length);
        rows[row] = spare;
      }
    }
  }

  @Override
  public void forget(int row) {
    if (rows[row] != null) {
      copies.give(rows[row], rows[row].length, Long.MAX_VALUE);
      rows[row] = null;
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
  public long bytes() {
    return bytes.sum() + 8L * rows.length;
  }

  @Override
  public String description() {
    return "dense rows";
  }
}
