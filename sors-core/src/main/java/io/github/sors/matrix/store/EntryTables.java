package io.github.sors.matrix.store;

import java.util.Arrays;

/**
 * The hash tables of {@link HashRowStore}: one per row, each an {@code int} array.
 *
 * <p>Per slot, a table has the key of a column (0: empty), the bits of the level and, for adaptive
 * learners, the bits of the square, adjacent in one cache line. The slot before the first holds the
 * number of slots and of keys instead. Behind the slots that a key may be hashed to, there are a
 * few more for what overflows at the end, and a last one that stays empty.
 *
 * <p>Keys are ordered (O. Amble, D. E. Knuth: Ordered hash tables, 1974): the greater a key, the
 * nearer to the front is the slot that it is hashed to, and of two neighbours the greater comes
 * first. So a search ends at the first key that is not greater, whether the column is there or not.
 * Three keys are compared at once, and the number of the greater ones is added to the slot: that
 * needs no branch, which the processor would often mispredict, and neither does telling found from
 * missing columns by masks. A table is rebuilt from front to back, without a search: each key goes
 * to its slot, or behind the last one if that is taken.
 *
 * <p>Finding a key costs O(1) on average as long as a fifth of the slots is empty; so does
 * inserting one, which moves the keys behind it up to the next empty slot. A round inserts its
 * entries in the order of the keys; if the table is rebuilt for them, both are merged from front to
 * back ({@link TableContents}).
 */
final class EntryTables {

  // multiplying by it scatters columns, without collisions since it is odd; and its inverse
  private static final int HASH = 0x9E3779B9;
  private static final int INVERSE = 0x144CBC89;
  private static final int SMALLEST_TABLE = 4;
  // of the number of slots
  private static final int SIGNIFICANT_BITS = 4;
  // the slots behind the others: at least the two that are compared with the one before
  private static final int SMALL_OVERFLOW = 3;
  private static final int OVERFLOW = 15;
  private static final int LARGE_TABLE = 64;
  // where the first slot of a table has the number of slots and of keys
  private static final int SLOTS = 0;
  private static final int KEYS = 1;
  private static final int MAGNITUDE = Integer.MAX_VALUE;

  /** A table without slots, which can only be read. */
  static final int[] EMPTY = new int[4];

  private final boolean withSquares;
  private final int stride;

  EntryTables(boolean withSquares) {
    this.withSquares = withSquares;
    this.stride = withSquares ? 3 : 2;
  }

  /** The number of integers that a slot has. */
  int stride() {
    return stride;
  }

  /** The number of slots that keys may be hashed to. */
  static int slots(int[] table) {
    return table[SLOTS];
  }

  /** The number of keys in a table. */
  static int keys(int[] table) {
    return table[KEYS];
  }

  static void setKeys(int[] table, int keys) {
    table[KEYS] = keys;
  }

  /** The bytes that a table takes. */
  static long bytes(int[] table) {
    return table == null ? 0 : SpareArrays.bytes(table.length);
  }

  /** The length of a table that is created for the given number of entries. */
  int length(int entries) {
    long length = length(slotsFor(entries));
    if (length > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("a row of the matrix has too many entries: " + entries);
    }
    return (int) length;
  }

  private long length(long slots) {
    return (slots + (slots < LARGE_TABLE ? SMALL_OVERFLOW : OVERFLOW) + 2) * stride;
  }

  /** Whether a table has the length that it was created with. */
  boolean hasFirstLength(int[] table) {
    return table.length == length(table[SLOTS]);
  }

  /**
   * The slots that the given number of entries will fill to about 5/11, so that three quarters as
   * many fit in before the table is rebuilt. There are eight such numbers from each power of two to
   * the next, so that rows can use each other's {@linkplain SpareArrays spare tables}.
   */
  private static long slotsFor(int entries) {
    long slots = Math.max(SMALLEST_TABLE, 11L * entries / 5);
    int bits = Long.SIZE - Long.numberOfLeadingZeros(slots);
    int dropped = Math.max(0, bits - SIGNIFICANT_BITS);
    return ((slots + (1L << dropped >> 1)) >> dropped) << dropped;
  }

  /** Creates an empty table that fits the given number of entries. */
  int[] create(int entries) {
    int[] table = new int[length(entries)];
    table[SLOTS] = (int) slotsFor(entries);
    return table;
  }

  /** Empties a table, whose {@link #length} must fit the given number of entries. */
  int[] clear(int[] table, int entries) {
    Arrays.fill(table, 0);
    table[SLOTS] = (int) slotsFor(entries);
    return table;
  }

  /** Whether a table can take more keys without becoming slow. */
  boolean hasRoom(int[] table, int more) {
    return 5L * (table[KEYS] + more) <= 4L * table[SLOTS];
  }

  /** The key of a column, never 0. */
  static int key(int column) {
    return (column + 1) * HASH;
  }

  static int column(int key) {
    return key * INVERSE - 1;
  }

  /** Where a key would be if no other were in its way. */
  int home(int key, long slots) {
    return (int) ((Integer.toUnsignedLong(~key) * slots) >>> 32) * stride + stride;
  }

  /** 1 if the key in a slot is greater than the given one, else 0. */
  private static int isGreater(int inSlot, long key) {
    return (int) ((key - Integer.toUnsignedLong(inSlot)) >>> 63);
  }

  /** The place of a key, or the place where it has to be inserted. */
  private int place(int[] table, int key, int home) {
    long unsigned = Integer.toUnsignedLong(key);
    int greater =
        isGreater(table[home], unsigned)
            + isGreater(table[home + stride], unsigned)
            + isGreater(table[home + 2 * stride], unsigned);
    int place = home + stride * greater;
    while (isGreater(table[place], unsigned) != 0) {
      place += stride;
    }
    return place;
  }

  /**
   * Reads the home of each column, see {@link RowStore#beginGather}. It leaves in the slots of
   * {@code into} what it has found, which {@link #gather} overwrites: the compiler would leave out
   * reads whose result nobody uses.
   */
  void readAhead(int[] table, TableColumns columns, GatheredEntries into, int offset) {
    int[] keys = columns.keys;
    int count = columns.count;
    int[] found = into.slots;
    long slots = table[SLOTS];
    for (int t = 0; t < count; t++) {
      found[offset + t] = table[home(keys[t], slots)];
    }
  }

  /**
   * Copies the entries at the given columns, and leaves where they are in the slots of {@code
   * into}: the place of an entry, or the complement of the place where it is missing.
   */
  void gather(int[] table, TableColumns columns, GatheredEntries into, int offset) {
    int[] keys = columns.keys;
    int[] targets = columns.places;
    int count = columns.count;
    int[] places = into.slots;
    float[] levels = into.levels;
    float[] squares = into.squares;
    long slots = table[SLOTS];
    for (int t = 0; t < count; t++) {
      int key = keys[t];
      int place = place(table, key, home(key, slots));
      int difference = table[place] ^ key;
      int missing = (difference | -difference) >> 31;
      int target = offset + targets[t];
      places[offset + t] = place ^ missing;
      levels[target] = Float.intBitsToFloat(table[place + 1] & ~missing);
      if (withSquares) {
        squares[target] = Float.intBitsToFloat(table[place + 2] & ~missing);
      }
    }
  }

  /**
   * Writes back the entries that {@link #gather} found, and lists the others that are worth keeping
   * as fresh; their slots come first then.
   *
   * @return the number of fresh entries, which have to be inserted
   */
  int update(
      int[] table, TableColumns columns, GatheredEntries entries, int offset, float deadLevel) {
    int[] sources = columns.places;
    int count = columns.count;
    int[] places = entries.slots;
    int[] fresh = entries.fresh;
    int deadBits = Float.floatToRawIntBits(deadLevel);
    // what is missing is written to the last slot, which is nobody's
    int nowhere = table.length - stride;
    int found = 0;
    for (int t = 0; t < count; t++) {
      int place = places[offset + t];
      int missing = place >> 31;
      int at = (place & ~missing) | (nowhere & missing);
      int level = Float.floatToRawIntBits(entries.levels[offset + sources[t]]);
      int kept = (deadBits - (level & MAGNITUDE)) >> 31;
      if (withSquares) {
        int square = Float.floatToRawIntBits(entries.squares[offset + sources[t]]);
        kept |= (square | -square) >> 31;
        table[at + 2] = square;
      }
      table[at + 1] = level & kept;
      places[offset + found] = place;
      fresh[offset + found] = t;
      found -= missing & kept;
    }
    return found;
  }

  /** Does what {@link #update} does, for a row without a table: all are missing at its start. */
  int listKept(TableColumns columns, GatheredEntries entries, int offset, float deadLevel) {
    int found = 0;
    for (int t = 0; t < columns.count; t++) {
      int k = offset + columns.places[t];
      entries.fresh[offset + found] = t;
      entries.slots[offset + found] = ~stride;
      if ((withSquares && entries.squares[k] != 0) || Math.abs(entries.levels[k]) > deadLevel) {
        found++;
      }
    }
    return found;
  }

  /**
   * Inserts the fresh entries that {@link #update} listed, for which the table must have room. From
   * the last to the first: so the places that the search has found stay right.
   *
   * @return the table with the entries: a longer one if there was no place at the end
   */
  int[] insert(int[] table, FreshEntries fresh) {
    int[] target = table;
    for (int f = fresh.count() - 1; f >= 0; f--) {
      int square = withSquares ? Float.floatToRawIntBits(fresh.square(f)) : 0;
      int level = Float.floatToRawIntBits(fresh.level(f));
      target = insertAt(target, fresh.missingAt(f), fresh.key(f), level, square);
    }
    target[KEYS] += fresh.count();
    return target;
  }

  void put(int[] table, int place, FreshEntries fresh, int f) {
    table[place] = fresh.key(f);
    table[place + 1] = Float.floatToRawIntBits(fresh.level(f));
    if (withSquares) {
      table[place + 2] = Float.floatToRawIntBits(fresh.square(f));
    }
  }

  /**
   * Inserts an entry that the table does not have.
   *
   * @return the table with the entry: a longer one if there was no place at the end
   */
  int[] insert(int[] table, int column, float level, float square) {
    int key = key(column);
    int place = place(table, key, home(key, table[SLOTS]));
    int[] target =
        insertAt(
            table, place, key, Float.floatToRawIntBits(level), Float.floatToRawIntBits(square));
    target[KEYS]++;
    return target;
  }

  /** Inserts an entry at a place; what is there, up to the next empty slot, moves by one slot. */
  private int[] insertAt(int[] table, int place, int newKey, int newLevel, int newSquare) {
    int key = newKey;
    int level = newLevel;
    int square = newSquare;
    int at = place;
    // one loop that finds the empty slot and moves: its end is all that the processor has to guess
    do {
      int keyThere = table[at];
      int levelThere = table[at + 1];
      table[at] = key;
      table[at + 1] = level;
      if (withSquares) {
        int squareThere = table[at + 2];
        table[at + 2] = square;
        square = squareThere;
      }
      key = keyThere;
      level = levelThere;
      at += stride;
    } while (key != 0);
    return at == table.length ? withMoreOverflow(table) : table;
  }

  /** The same slots, with twice the room behind them; what was the last slot may hold an entry. */
  int[] withMoreOverflow(int[] table) {
    int more = table.length - stride * (table[SLOTS] + 1);
    return Arrays.copyOf(table, Math.addExact(table.length, more));
  }

  /** -1 if an entry is live, else 0; an empty slot is not. */
  private int isLive(int[] table, int at, int deadBits) {
    int live = (deadBits - (table[at + 1] & MAGNITUDE)) >> 31;
    return withSquares ? live | ((table[at + 2] | -table[at + 2]) >> 31) : live;
  }

  /**
   * Copies the live entries in some slots of a table to {@code into}, in their order and without
   * gaps.
   *
   * @param first where the first of the slots begins in the table
   * @param last where the slot behind the last one begins
   * @param into has room for one entry more
   * @param at where the copies begin
   * @return the end of the copies
   */
  int copyLive(int[] table, int first, int last, int[] into, int at, float deadLevel) {
    int deadBits = Float.floatToRawIntBits(deadLevel);
    int end = at;
    for (int from = first; from < last; from += stride) {
      copySlot(table, from, into, end);
      end += stride & isLive(table, from, deadBits);
    }
    return end;
  }

  void copySlot(int[] from, int source, int[] to, int target) {
    to[target] = from[source];
    to[target + 1] = from[source + 1];
    if (withSquares) {
      to[target + 2] = from[source + 2];
    }
  }

  /** Puts the entry in a slot, whose column is known, into a head or a dense row. */
  void putInto(float[] row, int column, int[] slots, int at) {
    row[(stride - 1) * column] = Float.intBitsToFloat(slots[at + 1]);
    if (withSquares) {
      row[2 * column + 1] = Float.intBitsToFloat(slots[at + 2]);
    }
  }

  /** Copies all entries of a table to a dense row. */
  void copyTo(float[] row, int[] table) {
    for (int at = stride; at < table.length - stride; at += stride) {
      if (table[at] != 0) {
        putInto(row, column(table[at]), table, at);
      }
    }
  }

  /**
   * Replaces every level by its value.
   *
   * @return whether so many entries are zero now that the table should be rebuilt
   */
  boolean settle(int[] table, LevelReader reader) {
    int live = 0;
    for (int at = stride; at < table.length - stride; at += stride) {
      if (table[at] != 0) {
        float value = reader.valueOf(Float.intBitsToFloat(table[at + 1]), square(table, at));
        table[at + 1] = value == 0 ? 0 : Float.floatToRawIntBits(value);
        live -= isLive(table, at, 0);
      }
    }
    return 4L * live < 3L * table[KEYS];
  }

  /** Puts the value of every entry into an image of the row. */
  void read(int[] table, LevelReader reader, RowImage image) {
    for (int at = stride; at < table.length - stride; at += stride) {
      if (table[at] != 0) {
        image.put(
            column(table[at]),
            reader.valueOf(Float.intBitsToFloat(table[at + 1]), square(table, at)));
      }
    }
  }

  /** Adds the entries that are not zero. */
  void copy(int[] table, RowEntries into) {
    for (int at = stride; at < table.length - stride; at += stride) {
      if (isLive(table, at, 0) != 0) {
        into.add(column(table[at]), Float.intBitsToFloat(table[at + 1]), square(table, at));
      }
    }
  }

  private float square(int[] table, int at) {
    return withSquares ? Float.intBitsToFloat(table[at + 2]) : 0;
  }
}
