package io.github.sors.matrix.store;

/**
 * What a row has behind its head, on the way from one hash table to the next: its live entries and
 * fresh ones, in the order of tables and without gaps, slot by slot as in {@link EntryTables}.
 *
 * <p>Loops run over adjacent memory. Whether an entry is live is computed by masks, since the
 * processor would often guess it wrong; where fresh entries belong is known from the search for
 * them. Costs O(slots + fresh).
 */
final class TableContents {

  // 4 MiB
  private static final int LARGEST_KEPT = 1 << 20;

  private final EntryTables tables;
  private final int stride;
  private int[] slots = new int[0];
  private int end;

  TableContents(EntryTables tables) {
    this.tables = tables;
    this.stride = tables.stride();
  }

  /** Takes the entries of a table that are not zero for ever, and fresh ones between them. */
  void take(int[] table, float deadLevel, FreshEntries fresh) {
    int capacity = stride * (EntryTables.keys(table) + fresh.count() + 1);
    if (slots.length < capacity) {
      slots = new int[(int) Math.max(capacity, Math.min(capacity * 3L / 2, LARGEST_KEPT))];
    }
    end = 0;
    int from = stride;
    for (int f = 0; f < fresh.count(); f++) {
      int missing = fresh.missingAt(f);
      end = tables.copyLive(table, from, missing, slots, end, deadLevel);
      tables.put(slots, end, fresh, f);
      end += stride;
      from = missing;
    }
    end = tables.copyLive(table, from, table.length - stride, slots, end, deadLevel);
  }

  /** Whether the memory is small enough to be kept for the next row. */
  boolean isWorthKeeping() {
    return slots.length <= LARGEST_KEPT;
  }

  /** The number of entries. */
  int count() {
    return end / stride;
  }

  /**
   * Counts the entries without the fresh ones, by the number of bits that their columns take. If
   * those counted as well, heads would grow earlier: RCV1 took 9% more memory, and as much time.
   */
  int[] countByBits(FreshEntries fresh) {
    // neighbours count in different arrays, as an addition to what was just stored has to wait
    int[] counts = new int[Integer.SIZE];
    int[] others = new int[Integer.SIZE];
    int at = 0;
    for (; at < end - stride; at += 2 * stride) {
      counts[ColumnList.bits(EntryTables.column(slots[at]))]++;
      others[ColumnList.bits(EntryTables.column(slots[at + stride]))]++;
    }
    if (at < end) {
      counts[ColumnList.bits(EntryTables.column(slots[at]))]++;
    }
    for (int bits = 0; bits < counts.length; bits++) {
      counts[bits] += others[bits];
    }
    for (int f = 0; f < fresh.count(); f++) {
      counts[ColumnList.bits(EntryTables.column(fresh.key(f)))]--;
    }
    return counts;
  }

  /** Moves the entries of the columns below {@code columns} to a head. */
  void moveToHead(float[] head, int columns) {
    int stay = 0;
    for (int at = 0; at < end; at += stride) {
      int column = EntryTables.column(slots[at]);
      if (column < columns) {
        tables.putInto(head, column, slots, at);
      } else {
        System.arraycopy(slots, at, slots, stay, stride);
        stay += stride;
      }
    }
    end = stay;
  }

  /**
   * Puts all entries into a table, which must be empty and have room for them.
   *
   * @return the table, or a longer one if its end had no room
   */
  int[] fill(int[] table) {
    int[] target = table;
    long slotsOfTable = EntryTables.slots(table);
    int place = 0;
    for (int at = 0; at < end; at += stride) {
      place = Math.max(tables.home(slots[at], slotsOfTable), place + stride);
      if (place == target.length - stride) {
        target = tables.withMoreOverflow(target);
      }
      tables.copySlot(slots, at, target, place);
    }
    EntryTables.setKeys(target, count());
    return target;
  }
}
