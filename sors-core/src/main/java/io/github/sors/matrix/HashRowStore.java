package io.github.sors.matrix;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Stores each row as a small open-addressing hash table of its entries, for matrices of any
 * dimension; a row with many entries becomes dense.
 *
 * <p>A row is one {@code int} array: for each slot the column plus one (0: empty), the bits of the
 * level and, for adaptive learners, the bits of the square, adjacent in one cache line. On a
 * collision the next slot is tried. Dead entries keep their slot until the row is rebuilt: when it
 * is full, and when the matrix settles.
 *
 * <p>Looking up many columns takes two passes. The first reads the home slot of each column; these
 * reads are independent, so the processor overlaps their cache misses. The second examines what was
 * read. In a single pass, each lookup would wait for the one before.
 *
 * <p>The rows of frequent features fill up and are touched most, so most of the work is done on
 * dense rows. While the store takes at most {@code generousBytes}, a row becomes dense as soon as
 * an eighth of its columns have entries; beyond that, only if it takes less memory as a dense row.
 */
final class HashRowStore implements RowStore {

  private static final int SMALLEST_TABLE = 8;
  // a row becomes dense at this share of its columns, while memory is plentiful and while it is
  // scarce; below the last share it becomes sparse again
  private static final int GENEROUS_SHARE = 8;
  private static final int TIGHT_SHARE = 3;
  private static final int SPARSE_SHARE = 16;
  private static final int HASH = 0x9E3779B9;

  private final boolean withSquares;
  private final int stride;
  private final long generousBytes;
  private final LongAdder bytes = new LongAdder();
  private final DenseRowStore denseRows;
  private int columns;
  private int[][] tables = new int[0][];
  private int[] used = new int[0];

  HashRowStore(boolean withSquares, long generousBytes) {
    this(withSquares, generousBytes, new DenseRowStore(withSquares));
  }

  private HashRowStore(boolean withSquares, long generousBytes, DenseRowStore denseRows) {
    this.withSquares = withSquares;
    this.stride = withSquares ? 3 : 2;
    this.generousBytes = generousBytes;
    this.denseRows = denseRows;
  }

  @Override
  public void reserve(int rows, int columnCount) {
    columns = Math.max(columns, columnCount);
    denseRows.reserve(rows, columnCount);
    if (rows > tables.length) {
      int size = Math.max(rows, tables.length + (tables.length >> 1));
      tables = Arrays.copyOf(tables, size);
      used = Arrays.copyOf(used, size);
    }
  }

  @Override
  public void gather(int row, ColumnList list, GatheredEntries into, int offset) {
    int[] table = tables[row];
    if (denseRows.has(row)) {
      denseRows.gather(row, list, into, offset);
      return;
    }
    int[] wanted = list.numbers();
    int count = list.count();
    if (table == null) {
      Arrays.fill(into.levels, offset, offset + count, 0);
      Arrays.fill(into.slots, offset, offset + count, -1);
      if (withSquares) {
        Arrays.fill(into.squares, offset, offset + count, 0);
      }
      return;
    }
    int[] slots = into.slots;
    float[] levels = into.levels;
    long slotCount = table.length / stride;
    for (int k = 0; k < count; k++) {
      int home = home(wanted[k], slotCount);
      slots[offset + k] = home;
      // only to load the cache line before the second pass needs it
      levels[offset + k] = table[home];
    }
    for (int k = offset; k < offset + count; k++) {
      int key = wanted[k - offset] + 1;
      int slot = slots[k];
      while (table[slot] != key && table[slot] != 0) {
        slot = next(slot, table);
      }
      boolean found = table[slot] != 0;
      slots[k] = found ? slot : -1;
      levels[k] = found ? Float.intBitsToFloat(table[slot + 1]) : 0;
      if (withSquares) {
        into.squares[k] = found ? Float.intBitsToFloat(table[slot + 2]) : 0;
      }
    }
  }

  @Override
  public void scatter(int row, ColumnList list, GatheredEntries from, int offset, float deadLevel) {
    if (denseRows.has(row)) {
      denseRows.scatter(row, list, from, offset, deadLevel);
      return;
    }
    int[] wanted = list.numbers();
    int count = list.count();
    // a dead entry of the table counts as new, since rebuilding the row would drop it
    int created = 0;
    for (int k = offset; k < offset + count; k++) {
      if ((from.slots[k] < 0 || !isLive(tables[row], from.slots[k], deadLevel))
          && worthKeeping(from, k, deadLevel)) {
        created++;
      }
    }
    boolean moved = created > 0 && makeRoom(row, created, deadLevel);
    if (denseRows.has(row)) {
      denseRows.scatter(row, list, from, offset, deadLevel);
      return;
    }
    int[] table = tables[row];
    if (table == null) {
      return;
    }
    for (int k = offset; k < offset + count; k++) {
      boolean keep = worthKeeping(from, k, deadLevel);
      int slot = from.slots[k];
      if (slot < 0 || moved) {
        slot = keep || slot >= 0 ? find(table, wanted[k - offset]) : -1;
        if (slot < 0 || (table[slot] == 0 && !keep)) {
          continue;
        }
        if (table[slot] == 0) {
          table[slot] = wanted[k - offset] + 1;
          used[row]++;
        }
      }
      table[slot + 1] = keep ? Float.floatToRawIntBits(from.levels[k]) : 0;
      if (withSquares) {
        table[slot + 2] = Float.floatToRawIntBits(from.squares[k]);
      }
    }
  }

  private boolean worthKeeping(GatheredEntries from, int at, float deadLevel) {
    return (withSquares && from.squares[at] != 0) || Math.abs(from.levels[at]) > deadLevel;
  }

  /** The first slot that is tried for a column. */
  private int home(int column, long slotCount) {
    // the upper bits of a multiplicative hash, scaled to the number of slots, which need not be a
    // power of two
    return (int) ((Integer.toUnsignedLong((column + 1) * HASH) * slotCount) >>> 32) * stride;
  }

  private int next(int slot, int[] table) {
    int next = slot + stride;
    return next == table.length ? 0 : next;
  }

  /** The slot that holds a column, or the empty one where it would go. */
  private int find(int[] table, int column) {
    int slot = home(column, table.length / stride);
    while (table[slot] != column + 1 && table[slot] != 0) {
      slot = next(slot, table);
    }
    return slot;
  }

  /** Makes room for more entries in a row; returns whether the present entries have moved. */
  private boolean makeRoom(int row, int more, float deadLevel) {
    int[] table = tables[row];
    if (table != null && 4L * (used[row] + more) <= 3L * (table.length / stride)) {
      return false;
    }
    rebuild(row, more, deadLevel);
    return true;
  }

  private void rebuild(int row, int more, float deadLevel) {
    int[] old = tables[row];
    int live = 0;
    if (old != null) {
      for (int slot = 0; slot < old.length; slot += stride) {
        live += isLive(old, slot, deadLevel) ? 1 : 0;
      }
      bytes.add(-16 - 4L * old.length);
    }
    int share = bytes() < generousBytes ? GENEROUS_SHARE : TIGHT_SHARE;
    if ((long) share * (live + more) >= columns && more > 0) {
      RowEntries entries = new RowEntries();
      copyTable(old, entries);
      tables[row] = null;
      used[row] = 0;
      denseRows.allocate(row);
      denseRows.restoreRow(row, entries);
      return;
    }
    if (live + more == 0) {
      tables[row] = null;
      used[row] = 0;
      return;
    }
    int[] table = newTable(live + more);
    if (old != null) {
      for (int slot = 0; slot < old.length; slot += stride) {
        if (isLive(old, slot, deadLevel)) {
          System.arraycopy(old, slot, table, find(table, old[slot] - 1), stride);
        }
      }
    }
    tables[row] = table;
    used[row] = live;
  }

  /**
   * Returns an empty table that the given entries will fill to about half, so that the row can grow
   * before the next rebuild.
   */
  private int[] newTable(int entries) {
    long slots = Math.max(SMALLEST_TABLE, 2L * entries);
    if (slots * stride > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("a row of the matrix has too many entries: " + entries);
    }
    int[] table = new int[(int) slots * stride];
    bytes.add(16 + 4L * table.length);
    return table;
  }

  private boolean isLive(int[] table, int slot, float deadLevel) {
    return table[slot] != 0
        && ((withSquares && table[slot + 2] != 0)
            || Math.abs(Float.intBitsToFloat(table[slot + 1])) > deadLevel);
  }

  private float squareAt(int[] table, int slot) {
    return withSquares ? Float.intBitsToFloat(table[slot + 2]) : 0;
  }

  @Override
  public void settle(int row, LevelReader reader) {
    if (tables[row] != null) {
      settleTable(row, reader);
    } else if (denseRows.has(row)) {
      denseRows.settle(row, reader);
      RowEntries entries = new RowEntries();
      denseRows.copyRow(row, entries);
      if ((long) SPARSE_SHARE * entries.count < columns) {
        denseRows.free(row);
        fillTable(row, entries);
      }
    }
  }

  private void settleTable(int row, LevelReader reader) {
    int[] table = tables[row];
    int live = 0;
    for (int slot = 0; slot < table.length; slot += stride) {
      if (table[slot] != 0) {
        float level = Float.intBitsToFloat(table[slot + 1]);
        float value = reader.valueOf(level, squareAt(table, slot));
        table[slot + 1] = value == 0 ? 0 : Float.floatToRawIntBits(value);
        live += isLive(table, slot, 0) ? 1 : 0;
      }
    }
    if (4L * live < 3L * used[row]) {
      rebuild(row, 0, 0);
    }
  }

  @Override
  public void readRow(
      int row, LevelReader reader, RowImage image, RowImage.EntryConsumer consumer) {
    if (denseRows.has(row)) {
      denseRows.readRow(row, reader, image, consumer);
      return;
    }
    int[] table = tables[row];
    if (table != null) {
      for (int slot = 0; slot < table.length; slot += stride) {
        if (table[slot] != 0) {
          image.put(
              table[slot] - 1,
              reader.valueOf(Float.intBitsToFloat(table[slot + 1]), squareAt(table, slot)));
        }
      }
      image.drain(consumer);
    }
  }

  @Override
  public void copyRow(int row, RowEntries into) {
    if (denseRows.has(row)) {
      denseRows.copyRow(row, into);
    } else {
      copyTable(tables[row], into);
    }
  }

  private void copyTable(int[] table, RowEntries into) {
    into.clear();
    if (table != null) {
      for (int slot = 0; slot < table.length; slot += stride) {
        if (isLive(table, slot, 0)) {
          float level = Float.intBitsToFloat(table[slot + 1]);
          into.add(table[slot] - 1, level, squareAt(table, slot));
        }
      }
    }
  }

  @Override
  public HashRowStore sharing() {
    HashRowStore other = new HashRowStore(withSquares, generousBytes, denseRows.sharing());
    other.columns = columns;
    other.tables = tables.clone();
    other.used = used.clone();
    return other;
  }

  @Override
  public void detach(int row) {
    if (denseRows.has(row)) {
      denseRows.detach(row);
    } else if (tables[row] != null) {
      tables[row] = tables[row].clone();
    }
  }

  @Override
  public void forget(int row) {
    denseRows.forget(row);
    tables[row] = null;
  }

  @Override
  public void restoreRow(int row, RowEntries from) {
    if (from.count > 0) {
      rebuild(row, from.count, 0);
      if (denseRows.has(row)) {
        denseRows.restoreRow(row, from);
      } else {
        fillTable(row, from);
      }
    }
  }

  @Override
  public void replaceRow(int row, RowEntries from) {
    if (denseRows.has(row)) {
      denseRows.free(row);
    } else if (tables[row] != null) {
      bytes.add(-16 - 4L * tables[row].length);
      tables[row] = null;
      used[row] = 0;
    }
    restoreRow(row, from);
  }

  /** Fills the hash table of an empty row, even if the entries would make a dense row. */
  private void fillTable(int row, RowEntries from) {
    if (tables[row] == null) {
      tables[row] = newTable(from.count);
    }
    int[] table = tables[row];
    for (int k = 0; k < from.count; k++) {
      int slot = find(table, from.columns[k]);
      table[slot] = from.columns[k] + 1;
      table[slot + 1] = Float.floatToRawIntBits(from.levels[k]);
      if (withSquares) {
        table[slot + 2] = Float.floatToRawIntBits(from.squares[k]);
      }
    }
    used[row] = from.count;
  }

  @Override
  public long bytes() {
    return bytes.sum() + denseRows.bytes() + 12L * tables.length;
  }

  @Override
  public String description() {
    return "hashed rows";
  }
}
