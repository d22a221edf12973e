package io.github.sors.matrix;

import java.util.Arrays;

/**
 * Rows as small open-addressing tables that hold only the entries there are, for matrices of any
 * dimension.
 *
 * <p>A row is one {@code int} array: for each slot the column plus one (0: empty), the bits of the
 * level and, for adaptive learners, the bits of the square, side by side in one cache line.
 * Collisions go to the next slot. Dead entries keep their slot until the row is rebuilt, which
 * happens when it is full and when the matrix settles.
 */
final class HashRowStore implements RowStore {

  private static final int SMALLEST_TABLE = 8;

  private final boolean withSquares;
  private final int stride;
  private int[][] tables;
  private int[] used;

  HashRowStore(int rows, boolean withSquares) {
    this.withSquares = withSquares;
    this.stride = withSquares ? 3 : 2;
    this.tables = new int[rows][];
    this.used = new int[rows];
  }

  @Override
  public void gather(int row, int[] columns, int count, GatheredEntries into, int offset) {
    int[] table = row < tables.length ? tables[row] : null;
    if (table == null) {
      Arrays.fill(into.levels, offset, offset + count, 0);
      Arrays.fill(into.slots, offset, offset + count, -1);
      if (withSquares) {
        Arrays.fill(into.squares, offset, offset + count, 0);
      }
      return;
    }
    for (int k = 0; k < count; k++) {
      int slot = find(table, columns[k]);
      boolean found = table[slot] != 0;
      into.slots[offset + k] = found ? slot : -1;
      into.levels[offset + k] = found ? Float.intBitsToFloat(table[slot + 1]) : 0;
      if (withSquares) {
        into.squares[offset + k] = found ? Float.intBitsToFloat(table[slot + 2]) : 0;
      }
    }
  }

  @Override
  public void scatter(
      int row, int[] columns, int count, GatheredEntries from, int offset, float deadLevel) {
    ensureRow(row);
    // an entry that is dead in the table counts as new, since rebuilding the row would drop it
    int created = 0;
    for (int k = offset; k < offset + count; k++) {
      if ((from.slots[k] < 0 || !isLive(tables[row], from.slots[k], deadLevel))
          && worthKeeping(from, k, deadLevel)) {
        created++;
      }
    }
    boolean moved = created > 0 && makeRoom(row, created, deadLevel);
    int[] table = tables[row];
    if (table == null) {
      return;
    }
    for (int k = 0; k < count; k++) {
      int at = offset + k;
      boolean keep = worthKeeping(from, at, deadLevel);
      int slot = from.slots[at];
      if (slot < 0 || moved) {
        if (!keep && slot < 0) {
          continue;
        }
        slot = find(table, columns[k]);
        if (table[slot] == 0) {
          if (!keep) {
            continue;
          }
          table[slot] = columns[k] + 1;
          used[row]++;
        }
      }
      table[slot + 1] = keep ? Float.floatToRawIntBits(from.levels[at]) : 0;
      if (withSquares) {
        table[slot + 2] = Float.floatToRawIntBits(from.squares[at]);
      }
    }
  }

  private boolean worthKeeping(GatheredEntries from, int at, float deadLevel) {
    return (withSquares && from.squares[at] != 0) || Math.abs(from.levels[at]) > deadLevel;
  }

  /** The slot that holds a column, or the empty one where it would go. */
  private int find(int[] table, int column) {
    int key = column + 1;
    // the upper bits of a multiplicative hash, scaled to the number of slots, whatever that is
    long hash = Integer.toUnsignedLong(key * 0x9E3779B9);
    int slot = (int) ((hash * (table.length / stride)) >>> 32) * stride;
    while (table[slot] != key && table[slot] != 0) {
      slot += stride;
      if (slot == table.length) {
        slot = 0;
      }
    }
    return slot;
  }

  private void ensureRow(int row) {
    if (row >= tables.length) {
      int size = Math.max(row + 1, tables.length + (tables.length >> 1));
      tables = Arrays.copyOf(tables, size);
      used = Arrays.copyOf(used, size);
    }
  }

  /** Sees to it that a row can take more entries; returns whether the others have moved. */
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
    }
    if (live + more == 0) {
      tables[row] = null;
      used[row] = 0;
      return;
    }
    // about half full, so that the row can grow by half before it is rebuilt
    long slots = Math.max(SMALLEST_TABLE, 2L * (live + more));
    if (slots * stride > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("row " + row + " of the matrix has too many entries");
    }
    int[] table = new int[(int) slots * stride];
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

  private boolean isLive(int[] table, int slot, float deadLevel) {
    return table[slot] != 0
        && ((withSquares && table[slot + 2] != 0)
            || Math.abs(Float.intBitsToFloat(table[slot + 1])) > deadLevel);
  }

  private float squareAt(int[] table, int slot) {
    return withSquares ? Float.intBitsToFloat(table[slot + 2]) : 0;
  }

  @Override
  public void settle(LevelReader reader) {
    for (int row = 0; row < tables.length; row++) {
      int[] table = tables[row];
      if (table == null) {
        continue;
      }
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
  }

  @Override
  public int rowLimit() {
    return tables.length;
  }

  @Override
  public int countNonZeros(int row, LevelReader reader) {
    int[] table = tables[row];
    int count = 0;
    if (table != null) {
      for (int slot = 0; slot < table.length; slot += stride) {
        if (table[slot] != 0
            && reader.valueOf(Float.intBitsToFloat(table[slot + 1]), squareAt(table, slot)) != 0) {
          count++;
        }
      }
    }
    return count;
  }

  @Override
  public void copyRow(int row, RowEntries into) {
    int[] table = tables[row];
    into.clear(used[row]);
    if (table == null) {
      return;
    }
    long[] columnsAndSlots = new long[used[row]];
    int count = 0;
    for (int slot = 0; slot < table.length; slot += stride) {
      if (isLive(table, slot, 0)) {
        columnsAndSlots[count++] = ((long) (table[slot] - 1) << 32) | slot;
      }
    }
    Arrays.sort(columnsAndSlots, 0, count);
    for (int k = 0; k < count; k++) {
      int slot = (int) columnsAndSlots[k];
      into.add(
          (int) (columnsAndSlots[k] >>> 32),
          Float.intBitsToFloat(table[slot + 1]),
          squareAt(table, slot));
    }
  }

  @Override
  public void restoreRow(int row, RowEntries from) {
    if (from.count == 0) {
      return;
    }
    ensureRow(row);
    makeRoom(row, from.count, 0);
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
  public long storedEntries() {
    long sum = 0;
    for (int[] table : tables) {
      if (table != null) {
        for (int slot = 0; slot < table.length; slot += stride) {
          sum += isLive(table, slot, 0) ? 1 : 0;
        }
      }
    }
    return sum;
  }

  @Override
  public long bytes() {
    long sum = 12L * tables.length;
    for (int[] table : tables) {
      sum += table == null ? 0 : 16 + 4L * table.length;
    }
    return sum;
  }

  @Override
  public String description() {
    return "hashed rows";
  }
}
