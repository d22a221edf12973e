package io.github.sors.matrix;

import java.util.Arrays;

/** The numbers of the columns that a round works on. */
final class ColumnList {

  private int[] numbers = new int[0];
  private int count;
  private boolean leading = true;
  private boolean arranged;
  // the places of the columns and their numbers, by the number of bits that a number has
  private int[] places = new int[0];
  private int[] arrangedNumbers = new int[0];
  private final int[] below = new int[Integer.SIZE];

  /** Removes all columns and makes room for the given number. */
  void clear(int capacity) {
    if (numbers.length < capacity) {
      numbers = new int[capacity * 3 / 2];
    }
    count = 0;
    leading = true;
    arranged = false;
  }

  void add(int number) {
    leading &= number == count;
    numbers[count++] = number;
    arranged = false;
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

  /**
   * Arranges the columns such that those below any power of two come before the others; has to be
   * called before several threads read the arrangement. Costs O(count).
   */
  void arrange() {
    if (arranged) {
      return;
    }
    if (places.length < count) {
      places = new int[numbers.length];
      arrangedNumbers = new int[numbers.length];
    }
    Arrays.fill(below, 0);
    for (int k = 0; k < count; k++) {
      below[bits(numbers[k])]++;
    }
    int sum = 0;
    for (int bits = 0; bits < below.length; bits++) {
      sum += below[bits];
      below[bits] = sum - below[bits];
    }
    for (int k = 0; k < count; k++) {
      int at = below[bits(numbers[k])]++;
      places[at] = k;
      arrangedNumbers[at] = numbers[k];
    }
    arranged = true;
  }

  /** The number of bits that a number takes: at most b if it is less than 2ᵇ. */
  static int bits(int number) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(number);
  }

  /** The place of each column in {@link #numbers}, in the arrangement. */
  int[] places() {
    arrange();
    return places;
  }

  /** The numbers of the columns, in the arrangement. */
  int[] arrangedNumbers() {
    arrange();
    return arrangedNumbers;
  }

  /** How many columns are less than 2ᵇ: the first ones of the arrangement. */
  int countBelow(int bits) {
    arrange();
    return below[bits];
  }
}
