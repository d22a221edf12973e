package io.github.sors.data.format;

import java.util.Arrays;

/** An array of numbers that grows at its end, without boxes. */
final class IntList {

  private int[] elements = new int[64];
  private int size;

  void add(int element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, GrowingArrays.largerCapacity(size));
    }
    elements[size++] = element;
  }

  int get(int position) {
    return elements[position];
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  int[] toArray() {
    return Arrays.copyOf(elements, size);
  }
}
