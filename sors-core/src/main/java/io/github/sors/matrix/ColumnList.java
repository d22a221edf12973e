package io.github.sors.matrix;

/** The numbers of the columns that a round works on. */
final class ColumnList {

  private int[] numbers = new int[0];
  private int count;
  private boolean leading = true;

  /** Removes all columns and makes room for the given number. */
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

  /** Whether the columns are 0, 1, 2, …, so that no lookup is needed. */
  boolean isLeading() {
    return leading;
  }
}
