package io.github.sors.data.format;

import java.util.Arrays;

/** An array of numbers that grows at its end, without boxes. */
final class FloatList {

  private float[] elements = new float[64];
  private int size;

  void add(float element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, GrowingArrays.largerCapacity(size));
    }
    elements[size++] = element;
  }

  float get(int position) {
    return elements[position];
  }

  void clear() {
    size = 0;
  }

  float[] toArray() {
    return Arrays.copyOf(elements, size);
  }
}
