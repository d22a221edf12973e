package io.github.sors.adapter;

import io.github.sors.embedding.Embeddings;
import io.github.sors.kernel.Hash;
import java.util.Arrays;

/** Different items, in the order in which they were added: a hash table of numbers. */
final class Candidates {

  private final Embeddings items;
  private int[] numbers = new int[512];
  private int size;
  // positions in numbers plus 1; a power of two
  private int[] table = new int[2048];

  Candidates(Embeddings items) {
    this.items = items;
  }

  void clear() {
    Arrays.fill(table, 0);
    size = 0;
  }

  int size() {
    return size;
  }

  int get(int position) {
    return numbers[position];
  }

  void addAll(int[] added) {
    for (int number : added) {
      add(number);
    }
  }

  /** Adds random items; one that is here already is not replaced by another. */
  void addRandom(int count, long draw) {
    int all = items.size();
    if (all <= count) {
      for (int number = 0; number < all; number++) {
        addIfPresent(number);
      }
      return;
    }
    for (int k = 0; k < count; k++) {
      addIfPresent(Hash.below(all, draw + k));
    }
  }

  private void addIfPresent(int number) {
    if (items.contains(number)) {
      add(number);
    }
  }

  void add(int number) {
    int place = place(number);
    if (table[place] != 0) {
      return;
    }
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    numbers[size++] = number;
    table[place] = size;
    if (2 * size > table.length) {
      grow();
    }
  }

  private int place(int number) {
    int mask = table.length - 1;
    int place = ((number * 0x9E3779B9) >>> 7) & mask;
    while (table[place] != 0 && numbers[table[place] - 1] != number) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    table = new int[2 * table.length];
    for (int k = 0; k < size; k++) {
      table[place(numbers[k])] = k + 1;
    }
  }
}
