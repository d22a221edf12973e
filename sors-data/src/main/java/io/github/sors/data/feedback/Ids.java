package io.github.sors.data.feedback;

/**
 * Keeps each id once, however many lines name it: a hash table with open addressing, because most
 * of the time that a large log needs would be spent on finding the entries of a map in memory.
 */
final class Ids {

  private String[] table = new String[1 << 10];
  private int[] hashes = new int[1 << 10];
  private int size;

  /** The first text that was equal to this one. */
  String get(String id) {
    int hash = spread(id.hashCode());
    int slot = hash & (table.length - 1);
    while (table[slot] != null) {
      if (hashes[slot] == hash && table[slot].equals(id)) {
        return table[slot];
      }
      slot = (slot + 1) & (table.length - 1);
    }
    table[slot] = id;
    hashes[slot] = hash;
    size++;
    if (2 * size > table.length) {
      grow();
    }
    return id;
  }

  private static int spread(int hash) {
    int product = hash * 0x9E3779B9;
    return product ^ (product >>> 16);
  }

  private void grow() {
    String[] ids = table;
    int[] before = hashes;
    table = new String[2 * ids.length];
    hashes = new int[table.length];
    for (int k = 0; k < ids.length; k++) {
      if (ids[k] != null) {
        int slot = before[k] & (table.length - 1);
        while (table[slot] != null) {
          slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = ids[k];
        hashes[slot] = before[k];
      }
    }
  }
}
