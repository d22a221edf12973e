package io.github.sors.matrix.store;

import java.util.Arrays;

/**
 * Columns of a round that are in hash tables, in the order in which a table has them: by descending
 * keys, see {@link EntryTables}. So a round reads each table from front to back.
 */
final class TableColumns {

  /** The key of each column. */
  int[] keys = new int[0];

  /** The place of each column in the {@link ColumnList}. */
  int[] places = new int[0];

  int count;

  /** Removes all columns and makes room for the given number. */
  void clear(int capacity) {
    if (keys.length < capacity) {
      keys = new int[capacity * 3 / 2];
      places = new int[capacity * 3 / 2];
    }
    count = 0;
  }

  /**
   * Takes all columns. Costs O(count) on average: the keys are scattered evenly, so each has nearly
   * a bucket of its own.
   *
   * @param starts working memory, one longer than the list
   */
  void takeAll(int[] numbers, int columns, int[] starts) {
    clear(columns);
    count = columns;
    Arrays.fill(starts, 0, columns + 1, 0);
    for (int k = 0; k < columns; k++) {
      starts[bucket(EntryTables.key(numbers[k])) + 1]++;
    }
    for (int b = 1; b <= columns; b++) {
      starts[b] += starts[b - 1];
    }
    for (int k = 0; k < columns; k++) {
      int key = EntryTables.key(numbers[k]);
      int at = starts[bucket(key)]++;
      keys[at] = key;
      places[at] = k;
    }
    for (int k = 1; k < columns; k++) {
      moveForward(k);
    }
  }

  private int bucket(int key) {
    return (int) ((Integer.toUnsignedLong(~key) * count) >>> 32);
  }

  /** Moves a column before those with smaller keys. */
  private void moveForward(int from) {
    int key = keys[from];
    int place = places[from];
    int at = from;
    while (at > 0 && Integer.compareUnsigned(keys[at - 1], key) < 0) {
      keys[at] = keys[at - 1];
      places[at] = places[at - 1];
      at--;
    }
    keys[at] = key;
    places[at] = place;
  }

  /** Takes those of the others whose numbers are at least {@code start}. */
  void takeFrom(TableColumns others, int[] numbers, int start) {
    clear(others.count);
    int taken = 0;
    for (int t = 0; t < others.count; t++) {
      int place = others.places[t];
      keys[taken] = others.keys[t];
      places[taken] = place;
      taken += numbers[place] >= start ? 1 : 0;
    }
    count = taken;
  }
}
