package io.github.sors.matrix;

/**
 * What a row has behind its head, on the way from one hash table to the next: first its live
 * entries, then fresh ones, both in the order of tables and without gaps, slot by slot as in {@link
 * EntryTables}.
 *
 * <p>Loops run over adjacent memory, and whether an entry is live, or comes before another, is
 * computed by masks: the processor would often guess it wrong. Costs O(slots + fresh).
 */
final class TableContents {

  // 4 MiB
  private static final int LARGEST_KEPT = 1 << 20;

  private final EntryTables tables;
  private final int stride;
  // live entries, a slot of zeros, fresh entries, a slot of zeros
  private int[] slots = new int[0];
  private int liveEnd;
  private int freshStart;
  private int freshEnd;

  TableContents(EntryTables tables) {
    this.tables = tables;
    this.stride = tables.stride();
  }

  /** Takes the entries of a table that are not zero for ever, and fresh ones. */
  void take(int[] table, float deadLevel, FreshEntries fresh) {
    int capacity = stride * (EntryTables.keys(table) + fresh.count() + 3);
    if (slots.length < capacity) {
      slots = new int[(int) Math.max(capacity, Math.min(capacity * 3L / 2, LARGEST_KEPT))];
    }
    liveEnd = tables.copyLive(table, slots, deadLevel);
    freshStart = liveEnd + stride;
    freshEnd = freshStart;
    for (int f = 0; f < fresh.count(); f++) {
      tables.put(slots, freshEnd, fresh, f);
      freshEnd += stride;
    }
    end();
  }

  /** The first key behind the live entries, and behind the fresh ones, is less than any other. */
  private void end() {
    slots[liveEnd] = 0;
    slots[freshEnd] = 0;
  }

  /** Whether the memory is small enough to be kept for the next row. */
  boolean isWorthKeeping() {
    return slots.length <= LARGEST_KEPT;
  }

  /** The number of entries. */
  int count() {
    return live() + (freshEnd - freshStart) / stride;
  }

  private int live() {
    return liveEnd / stride;
  }

  /** Counts the entries that the table had, by the number of bits that their columns take. */
  int[] countByBits() {
    // neighbours count in different arrays, as an addition to what was just stored has to wait
    int[] counts = new int[Integer.SIZE];
    int[] others = new int[Integer.SIZE];
    int at = 0;
    for (; at < liveEnd - stride; at += 2 * stride) {
      counts[ColumnList.bits(EntryTables.column(slots[at]))]++;
      others[ColumnList.bits(EntryTables.column(slots[at + stride]))]++;
    }
    if (at < liveEnd) {
      counts[ColumnList.bits(EntryTables.column(slots[at]))]++;
    }
    for (int bits = 0; bits < counts.length; bits++) {
      counts[bits] += others[bits];
    }
    return counts;
  }

  /** Moves the entries of the columns below {@code columns} to a head. */
  void moveToHead(float[] head, int columns) {
    liveEnd = moveToHead(0, liveEnd, head, columns);
    freshEnd = moveToHead(freshStart, freshEnd, head, columns);
    end();
  }

  /** Moves some entries to a head; returns where those that stay end. */
  private int moveToHead(int start, int end, float[] head, int columns) {
    int stay = start;
    for (int at = start; at < end; at += stride) {
      int column = EntryTables.column(slots[at]);
      if (column < columns) {
        tables.putIntoHead(head, column, slots, at);
      } else {
        System.arraycopy(slots, at, slots, stay, stride);
        stay += stride;
      }
    }
    return stay;
  }

  /**
   * Puts all entries into a table, which must be empty and have room for them.
   *
   * @return the table, or a longer one if its end had no room
   */
  int[] fill(int[] table) {
    int[] target = table;
    long slotsOfTable = EntryTables.slots(table);
    int live = 0;
    int fresh = freshStart;
    int place = 0;
    for (int n = count(); n > 0; n--) {
      int isFresh = EntryTables.isGreaterMask(slots[fresh], slots[live]);
      int at = live ^ ((live ^ fresh) & isFresh);
      place = Math.max(tables.home(slots[at], slotsOfTable), place + stride);
      if (place == target.length - stride) {
        target = tables.withMoreOverflow(target);
      }
      tables.copySlot(slots, at, target, place);
      live += stride & ~isFresh;
      fresh += stride & isFresh;
    }
    EntryTables.setKeys(target, count());
    return target;
  }
}
