package io.github.sors.matrix;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Stores each row as a small hash table of its entries, for matrices of any dimension; a row with
 * many entries becomes dense.
 *
 * <p>Dead entries keep their slot until the row is rebuilt: when it is full, and when the matrix
 * settles. How a table is organised is described at {@link EntryTables}.
 *
 * <p>The rows of frequent features fill up and are touched most, so most of the work is done on
 * dense rows. While the store takes at most {@code generousBytes}, a row becomes dense as soon as
 * an eighth of its columns have entries; beyond that, only if it takes less memory as a dense row.
 */
final class HashRowStore implements RowStore {

  // a row becomes dense at this share of its columns, while memory is plentiful and while it is
  // scarce; below the last share it becomes sparse again
  private static final int GENEROUS_SHARE = 8;
  private static final int TIGHT_SHARE = 3;
  private static final int SPARSE_SHARE = 16;

  private final boolean withSquares;
  private final EntryTables entryTables;
  private final long generousBytes;
  private final LongAdder bytes = new LongAdder();
  private final DenseRowStore denseRows;
  private int columns;
  private int[][] tables = new int[0][];

  HashRowStore(boolean withSquares, long generousBytes) {
    this(withSquares, generousBytes, new DenseRowStore(withSquares));
  }

  private HashRowStore(boolean withSquares, long generousBytes, DenseRowStore denseRows) {
    this.withSquares = withSquares;
    this.entryTables = new EntryTables(withSquares);
    this.generousBytes = generousBytes;
    this.denseRows = denseRows;
  }

  @Override
  public void reserve(int rows, int columnCount) {
    columns = Math.max(columns, columnCount);
    denseRows.reserve(rows, columnCount);
    if (rows > tables.length) {
      tables = Arrays.copyOf(tables, Math.max(rows, tables.length + (tables.length >> 1)));
    }
  }

  @Override
  public void gather(int row, ColumnList list, GatheredEntries into, int offset) {
    if (denseRows.has(row)) {
      denseRows.gather(row, list, into, offset);
    } else if (tables[row] != null) {
      entryTables.gather(tables[row], list, into, offset);
    } else {
      int end = offset + list.count();
      Arrays.fill(into.levels, offset, end, 0);
      if (withSquares) {
        Arrays.fill(into.squares, offset, end, 0);
      }
    }
  }

  @Override
  public void scatter(int row, ColumnList list, GatheredEntries from, int offset, float deadLevel) {
    if (denseRows.has(row)) {
      denseRows.scatter(row, list, from, offset, deadLevel);
      return;
    }
    int[] table = tables[row];
    int count = list.count();
    int fresh =
        table == null
            ? entryTables.listKept(count, from, offset, deadLevel)
            : entryTables.update(table, count, from, offset, deadLevel);
    if (fresh == 0) {
      return;
    }
    if (table == null || !entryTables.hasRoom(table, fresh)) {
      rebuild(row, fresh, deadLevel);
    }
    if (denseRows.has(row)) {
      denseRows.scatter(row, list, from, offset, deadLevel);
      return;
    }
    int[] wanted = list.numbers();
    for (int f = 0; f < fresh; f++) {
      int k = from.slots[offset + f];
      insert(row, wanted[k], from.levels[offset + k], withSquares ? from.squares[offset + k] : 0);
    }
  }

  private void insert(int row, int column, float level, float square) {
    setTable(row, entryTables.insert(tables[row], column, level, square));
  }

  /** Makes room for more entries in a row, and drops its dead ones; it may become dense. */
  private void rebuild(int row, int more, float deadLevel) {
    int[] old = tables[row];
    int live = old == null ? 0 : entryTables.live(old, deadLevel);
    int share = bytes() < generousBytes ? GENEROUS_SHARE : TIGHT_SHARE;
    if (live + more == 0) {
      setTable(row, null);
    } else if (more > 0 && (long) share * (live + more) >= columns) {
      RowEntries entries = new RowEntries();
      if (old != null) {
        entryTables.copy(old, entries);
      }
      denseRows.allocate(row);
      denseRows.restoreRow(row, entries);
      setTable(row, null);
    } else {
      int[] table = entryTables.create(live + more);
      setTable(row, old == null ? table : entryTables.move(old, table, deadLevel));
    }
  }

  private void setTable(int row, int[] table) {
    int[] old = tables[row];
    if (table != old) {
      bytes.add(EntryTables.bytes(table) - EntryTables.bytes(old));
      tables[row] = table;
    }
  }

  @Override
  public void settle(int row, LevelReader reader) {
    if (tables[row] != null) {
      if (entryTables.settle(tables[row], reader)) {
        rebuild(row, 0, 0);
      }
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

  @Override
  public void readRow(
      int row, LevelReader reader, RowImage image, RowImage.EntryConsumer consumer) {
    if (denseRows.has(row)) {
      denseRows.readRow(row, reader, image, consumer);
    } else if (tables[row] != null) {
      entryTables.read(tables[row], reader, image);
      image.drain(consumer);
    }
  }

  @Override
  public void copyRow(int row, RowEntries into) {
    into.clear();
    if (denseRows.has(row)) {
      denseRows.copyRow(row, into);
    } else if (tables[row] != null) {
      entryTables.copy(tables[row], into);
    }
  }

  @Override
  public HashRowStore sharing() {
    HashRowStore other = new HashRowStore(withSquares, generousBytes, denseRows.sharing());
    other.columns = columns;
    other.tables = tables.clone();
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
    } else {
      setTable(row, null);
    }
    restoreRow(row, from);
  }

  /** Fills the hash table of an empty row, even if the entries would make a dense row. */
  private void fillTable(int row, RowEntries from) {
    if (tables[row] == null) {
      setTable(row, entryTables.create(from.count));
    }
    for (int k = 0; k < from.count; k++) {
      insert(row, from.columns[k], from.levels[k], withSquares ? from.squares[k] : 0);
    }
  }

  @Override
  public long bytes() {
    return bytes.sum() + denseRows.bytes() + 8L * tables.length;
  }

  @Override
  public String description() {
    return "hashed rows";
  }
}
