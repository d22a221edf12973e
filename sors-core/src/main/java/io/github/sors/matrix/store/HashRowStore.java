package io.github.sors.matrix.store;

import io.github.sors.matrix.LazyMatrix;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Stores each row as a head and a tail, for matrices of any dimension: a plain array for the first
 * columns, and a hash table of the entries behind them. A row with many entries becomes dense.
 *
 * <p>Columns are numbered as they occur or by their frequency ({@link LazyMatrix#expect}), so
 * frequent features have small numbers, and most of what a round touches is in dense rows and
 * heads, where finding an entry takes one address computation and creating one costs nothing. The
 * head of a row covers a power of two of columns, and grows when the table is full. While the store
 * takes at most {@code generousBytes}, the head grows over columns of which one in 24 has an entry
 * (one in 16 with squares), and a row becomes dense as soon as an eighth of its other columns have
 * entries; beyond that, both happen only if a table would take about as much memory.
 *
 * <p>Dead entries keep their slot of a table until it is rebuilt: when it is full, and when the
 * matrix settles. How a table is organised is described at {@link EntryTables}. Heads and tables
 * that a growing row leaves behind are used by other rows, see {@link SpareArrays}.
 */
public final class HashRowStore implements RowStore {

  // a row becomes dense at this share of its columns, while memory is plentiful and while it is
  // scarce; below the last share it becomes sparse again
  private static final int GENEROUS_SHARE = 8;
  private static final int TIGHT_SHARE = 3;
  private static final int SPARSE_SHARE = 16;
  // the same for the head: columns become part of it if this share of them has entries; a larger
  // one if a column takes two floats
  private static final int GENEROUS_HEAD_SHARE = 24;
  private static final int GENEROUS_HEAD_SHARE_WITH_SQUARES = 16;
  private static final int TIGHT_HEAD_SHARE = 3;
  private static final int SPARSE_HEAD_SHARE = 48;
  static final int SMALLEST_HEAD_BITS = 6;
  private static final float[] NO_HEAD = {};
  // spare tables and spare heads take at most this part of what rows take, each
  private static final int SPARE_SHARE = 16;

  private final boolean withSquares;
  private final int headStride;
  private final int generousHeadShare;
  private final EntryTables entryTables;
  private final long generousBytes;
  private final LongAdder bytes = new LongAdder();
  // for rows that are rebuilt, by any thread
  private final Queue<TableContents> spareContents = new ConcurrentLinkedQueue<>();
  private final SpareArrays<int[]> spareTables = new SpareArrays<>();
  private final SpareArrays<float[]> spareHeads = new SpareArrays<>();
  private final DenseRowStore denseRows;
  private int columns;
  private float[][] heads = new float[0][];
  private int[][] tables = new int[0][];

  public HashRowStore(boolean withSquares, long generousBytes) {
    this(withSquares, generousBytes, new DenseRowStore(withSquares));
  }

  private HashRowStore(boolean withSquares, long generousBytes, DenseRowStore denseRows) {
    this.withSquares = withSquares;
    this.headStride = withSquares ? 2 : 1;
    this.generousHeadShare = withSquares ? GENEROUS_HEAD_SHARE_WITH_SQUARES : GENEROUS_HEAD_SHARE;
    this.entryTables = new EntryTables(withSquares);
    this.generousBytes = generousBytes;
    this.denseRows = denseRows;
  }

  @Override
  public void reserve(int rows, int columnCount) {
    columns = Math.max(columns, columnCount);
    denseRows.reserve(rows, columnCount);
    if (rows > tables.length) {
      int before = tables.length;
      int size = Math.max(rows, before + (before >> 1));
      tables = Arrays.copyOf(tables, size);
      heads = Arrays.copyOf(heads, size);
      Arrays.fill(heads, before, size, NO_HEAD);
    }
  }

  /** The number of columns that the head of a row covers. */
  private int headColumns(int row) {
    return heads[row].length / headStride;
  }

  /** How many columns of a list are in the head of a row: the first ones of its arrangement. */
  private int countInHead(int row, ColumnList list) {
    int covered = headColumns(row);
    return covered == 0 ? 0 : list.countBelow(Integer.numberOfTrailingZeros(covered));
  }

  @Override
  public void arrange(ColumnList list) {
    list.arrange();
  }

  @Override
  public int readHeader(int row) {
    int[] table = tables[row];
    return denseRows.readHeader(row)
        + heads[row].length
        + (table == null ? 0 : EntryTables.slots(table));
  }

  @Override
  public void beginGather(int row, ColumnList list, GatheredEntries into, int offset) {
    if (denseRows.has(row)) {
      denseRows.beginGather(row, list, into, offset);
      return;
    }
    if (countInHead(row, list) > 0) {
      gatherHead(row, 0, list, into.levels, offset);
    }
    if (tables[row] != null) {
      entryTables.readAhead(tables[row], list.behind(headColumns(row)), into, offset);
    }
  }

  @Override
  public void finishGather(int row, ColumnList list, GatheredEntries into, int offset) {
    if (denseRows.has(row)) {
      denseRows.finishGather(row, list, into, offset);
      return;
    }
    int inHead = countInHead(row, list);
    if (inHead > 0 && withSquares) {
      gatherHead(row, 1, list, into.squares, offset);
    }
    if (tables[row] != null) {
      entryTables.gather(tables[row], list.behind(headColumns(row)), into, offset);
    } else {
      int[] places = list.places();
      for (int i = inHead; i < list.count(); i++) {
        into.put(offset + places[i], 0, 0);
      }
    }
  }

  /**
   * Gathers what the head has, and anything for the columns that it does not cover.
   *
   * @param shift 0 for the levels, 1 for the squares
   */
  private void gatherHead(int row, int shift, ColumnList list, float[] into, int offset) {
    int[] starts = list.startsInHead(headColumns(row), headStride);
    GatheredEntries.gather(heads[row], shift, starts, list.count(), into, offset);
  }

  @Override
  public void scatter(int row, ColumnList list, GatheredEntries from, int offset, float deadLevel) {
    if (denseRows.has(row)) {
      denseRows.scatter(row, list, from, offset, deadLevel);
      return;
    }
    int inHead = countInHead(row, list);
    scatterHead(heads[row], list, inHead, from, offset);
    TableColumns behind = list.behind(headColumns(row));
    int[] table = tables[row];
    int fresh =
        table == null
            ? entryTables.listKept(behind, from, offset, deadLevel)
            : entryTables.update(table, behind, from, offset, deadLevel);
    if (fresh == 0) {
      return;
    }
    FreshEntries entries = new FreshEntries(behind, from, offset, fresh);
    if (table != null && entryTables.hasRoom(table, fresh)) {
      setTable(row, entryTables.insert(table, entries));
    } else {
      rebuild(row, entries, deadLevel);
      if (denseRows.has(row)) {
        denseRows.scatter(row, list, from, offset, deadLevel);
      }
    }
  }

  private void scatterHead(
      float[] head, ColumnList list, int count, GatheredEntries from, int offset) {
    int[] places = list.places();
    int[] numbers = list.arrangedNumbers();
    float[] levels = from.levels;
    if (withSquares) {
      float[] squares = from.squares;
      for (int i = 0; i < count; i++) {
        head[2 * numbers[i]] = levels[offset + places[i]];
        head[2 * numbers[i] + 1] = squares[offset + places[i]];
      }
    } else {
      for (int i = 0; i < count; i++) {
        head[numbers[i]] = levels[offset + places[i]];
      }
    }
  }

  /**
   * Inserts entries into a row whose table has no room for them, and drops its dead ones; its head
   * may grow, and it may become dense: then they are not inserted.
   */
  private void rebuild(int row, FreshEntries fresh, float deadLevel) {
    TableContents contents = spareContents.poll();
    if (contents == null) {
      contents = new TableContents(entryTables);
    }
    int[] old = tables[row];
    contents.take(old == null ? EntryTables.EMPTY : old, deadLevel, fresh);
    boolean generous = bytes() < generousBytes;
    int share = generous ? GENEROUS_SHARE : TIGHT_SHARE;
    if (fresh.count() > 0 && (long) share * contents.count() >= columns - headColumns(row)) {
      makeDense(row);
    } else {
      int covered = headFor(headColumns(row), contents.countByBits(fresh), generous);
      if (covered > headColumns(row)) {
        float[] before = heads[row];
        float[] head = grownHead(before, headStride * covered);
        contents.moveToHead(head, covered);
        setHead(row, head);
        give(before);
      }
      setTable(
          row, contents.count() == 0 ? null : contents.fill(emptyTable(old, contents.count())));
      if (tables[row] != old) {
        give(old);
      }
    }
    if (contents.isWorthKeeping()) {
      spareContents.add(contents);
    }
  }

  /** An empty table: the old one if it has the right length, or a spare one, or a new one. */
  private int[] emptyTable(int[] old, int entries) {
    int length = entryTables.length(entries);
    int[] table = old != null && old.length == length ? old : spareTables.take(length);
    return table == null ? entryTables.create(entries) : entryTables.clear(table, entries);
  }

  /** A longer head with the entries of another. */
  private float[] grownHead(float[] old, int length) {
    float[] head = spareHeads.take(length);
    if (head == null) {
      head = Arrays.copyOf(old, length);
    } else {
      System.arraycopy(old, 0, head, 0, old.length);
      Arrays.fill(head, old.length, length, 0);
    }
    return head;
  }

  /** Gives a table away that no row has any more; it may be null. */
  private void give(int[] table) {
    if (table != null && entryTables.hasFirstLength(table)) {
      spareTables.give(table, table.length, mostSpareBytes());
    }
  }

  private void give(float[] head) {
    if (head.length > 0) {
      spareHeads.give(head, head.length, mostSpareBytes());
    }
  }

  private long mostSpareBytes() {
    return bytes.sum() / SPARE_SHARE;
  }

  private void makeDense(int row) {
    float[] whole = denseRows.allocate(row);
    int[] table = tables[row];
    float[] head = heads[row];
    System.arraycopy(head, 0, whole, 0, head.length);
    if (table != null) {
      entryTables.copyTo(whole, table);
    }
    setTable(row, null);
    setHead(row, NO_HEAD);
    give(table);
    give(head);
  }

  /**
   * Chooses how many columns the head of a row should cover.
   *
   * @param covered the columns that it covers now
   * @param counts the entries of the table, by the number of bits of their columns
   */
  private int headFor(int covered, int[] counts, boolean generous) {
    int share = generous ? generousHeadShare : TIGHT_HEAD_SHARE;
    int chosen = covered;
    long entries = 0;
    for (int bits = 0; bits < Integer.SIZE - 2 && 1 << bits <= columns; bits++) {
      entries += counts[bits];
      int end = 1 << bits;
      if (bits >= SMALLEST_HEAD_BITS
          && end > covered
          && share * entries >= end - covered
          && (long) share * counts[bits] >= end >> 1) {
        chosen = end;
      }
    }
    return chosen;
  }

  private void setTable(int row, int[] table) {
    int[] old = tables[row];
    if (table != old) {
      bytes.add(EntryTables.bytes(table) - EntryTables.bytes(old));
      tables[row] = table;
    }
  }

  private void setHead(int row, float[] head) {
    bytes.add(headBytes(head) - headBytes(heads[row]));
    heads[row] = head;
  }

  private static long headBytes(float[] head) {
    return head.length == 0 ? 0 : SpareArrays.bytes(head.length);
  }

  @Override
  public void settle(int row, LevelReader reader) {
    if (denseRows.has(row)) {
      if (SPARSE_SHARE * denseRows.settleAndCount(row, reader) < columns) {
        RowEntries entries = new RowEntries();
        denseRows.copyRow(row, entries);
        denseRows.free(row);
        fill(row, entries);
      }
      return;
    }
    // both, before one is rebuilt: that may move entries from the table to the head
    boolean sparseHead =
        heads[row].length > 0
            && SPARSE_HEAD_SHARE * reader.settle(heads[row], headStride) < headColumns(row);
    boolean sparseTable = tables[row] != null && entryTables.settle(tables[row], reader);
    if (sparseHead) {
      RowEntries entries = new RowEntries();
      copyRow(row, entries);
      setTable(row, null);
      setHead(row, NO_HEAD);
      fill(row, entries);
    } else if (sparseTable) {
      rebuild(row, FreshEntries.NONE, 0);
    }
  }

  private float headSquare(float[] head, int at) {
    return withSquares ? head[at + 1] : 0;
  }

  @Override
  public void readRow(
      int row, LevelReader reader, RowImage image, RowImage.EntryConsumer consumer) {
    if (denseRows.has(row)) {
      denseRows.readRow(row, reader, image, consumer);
      return;
    }
    float[] head = heads[row];
    for (int at = 0; at < head.length; at += headStride) {
      if (head[at] != 0) {
        image.put(at / headStride, reader.valueOf(head[at], headSquare(head, at)));
      }
    }
    if (tables[row] != null) {
      entryTables.read(tables[row], reader, image);
    }
    if (head.length > 0 || tables[row] != null) {
      image.drain(consumer);
    }
  }

  @Override
  public void copyRow(int row, RowEntries into) {
    into.clear();
    if (denseRows.has(row)) {
      denseRows.copyRow(row, into);
      return;
    }
    float[] head = heads[row];
    for (int at = 0; at < head.length; at += headStride) {
      if (head[at] != 0 || headSquare(head, at) != 0) {
        into.add(at / headStride, head[at], headSquare(head, at));
      }
    }
    if (tables[row] != null) {
      entryTables.copy(tables[row], into);
    }
  }

  @Override
  public HashRowStore sharing() {
    HashRowStore other = new HashRowStore(withSquares, generousBytes, denseRows.sharing());
    other.columns = columns;
    other.heads = heads.clone();
    other.tables = tables.clone();
    return other;
  }

  @Override
  public void detach(int row) {
    if (denseRows.has(row)) {
      denseRows.detach(row);
      return;
    }
    heads[row] = heads[row].clone();
    if (tables[row] != null) {
      tables[row] = tables[row].clone();
    }
  }

  @Override
  public void forget(int row) {
    denseRows.forget(row);
    heads[row] = NO_HEAD;
    tables[row] = null;
  }

  @Override
  public void restoreRow(int row, RowEntries from) {
    int share = bytes() < generousBytes ? GENEROUS_SHARE : TIGHT_SHARE;
    if ((long) share * from.count >= columns && from.count > 0) {
      denseRows.allocate(row);
      denseRows.restoreRow(row, from);
    } else {
      fill(row, from);
    }
  }

  /** Fills an empty row, which does not become dense. */
  private void fill(int row, RowEntries from) {
    int[] counts = new int[Integer.SIZE];
    for (int k = 0; k < from.count; k++) {
      counts[ColumnList.bits(from.columns[k])]++;
    }
    int covered = headFor(0, counts, bytes() < generousBytes);
    int behind = from.count;
    for (int bits = 0; covered > 0 && bits <= Integer.numberOfTrailingZeros(covered); bits++) {
      behind -= counts[bits];
    }
    float[] head = covered == 0 ? NO_HEAD : new float[headStride * covered];
    int[] table = behind == 0 ? null : entryTables.create(behind);
    for (int k = 0; k < from.count; k++) {
      int column = from.columns[k];
      float square = withSquares ? from.squares[k] : 0;
      if (column >= covered) {
        table = entryTables.insert(table, column, from.levels[k], square);
      } else {
        head[headStride * column] = from.levels[k];
        if (withSquares) {
          head[2 * column + 1] = square;
        }
      }
    }
    setHead(row, head);
    setTable(row, table);
  }

  @Override
  public long bytes() {
    return bytes.sum()
        + spareTables.bytes()
        + spareHeads.bytes()
        + denseRows.bytes()
        + 16L * tables.length;
  }

  @Override
  public String description() {
    return "hashed rows";
  }
}
