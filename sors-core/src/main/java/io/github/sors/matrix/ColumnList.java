package io.github.sors.matrix;

/** The columns that a round works on, by their numbers. */
final class ColumnList {

  private int[] numbers = new int[0];
  private int count;
  private boolean leading = true;

  /** Forgets all columns and makes room for so many. */
  void clear(int capacity) {
    if (numbers.length < capacity) {
      numbers = new int[capacity * 3 / 2];
    }
    count = 0;
    leading = true;
  }

  void add(int number) {
    leading &= number == count;
    numbers[count++] = number;
  }

  int count() {
    return count;
  }

  /** The numbers, of which the first {@link #count} are valid. */
  int[] numbers() {
    return numbers;
  }

  /** Whether they are 0, 1, 2, …, so that they need not be looked up one by one. */
  boolean isLeading() {
    return leading;
  }
}
