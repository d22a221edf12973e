package io.github.sors.matrix.store;

import io.github.sors.feature.FeatureNumbering;
import java.util.Arrays;

/**
 * The numbers of the columns that a round works on, after {@link #arrange} also arranged for rows
 * with heads and tables ({@link HashRowStore}). One thread fills and arranges a list, then several
 * may read it.
 */
public final class ColumnList {

  private int[] numbers = new int[0];
  private int[] doubled = new int[0];
  private int count;
  private boolean leading = true;
  private boolean arranged;
  // the places of the columns and their numbers, by the number of bits that a number has
  private int[] places = new int[0];
  private int[] arrangedNumbers = new int[0];
  private final int[] below = new int[Integer.SIZE];
  private int[] bucketStarts = new int[1];
  // by the number of bits of a head's columns: where those columns begin in it that it has, and 0
  // for the others
  private final int[][] inHead = new int[Integer.SIZE][0];
  private final int[][] doubledInHead = new int[Integer.SIZE][0];
  // the columns that do not fit into a number of bits; first all
  private final TableColumns[] behind = new TableColumns[Integer.SIZE - 1];

  public ColumnList() {
    Arrays.setAll(behind, bits -> new TableColumns());
  }

  /** Removes all columns and makes room for the given number. */
  public void clear(int capacity) {
    if (numbers.length < capacity) {
      numbers = new int[capacity * 3 / 2];
      doubled = new int[capacity * 3 / 2];
    }
    count = 0;
    leading = true;
    arranged = false;
  }

  public void add(int number) {
    leading &= number == count;
    doubled[count] = 2 * number;
    numbers[count++] = number;
  }

  /** Takes the columns of some features; those without a number get the next free one. */
  public void number(int[] features, int newCount, FeatureNumbering numbering) {
    clear(newCount);
    for (int k = 0; k < newCount; k++) {
      add(numbering.number(features[k]));
    }
  }

  /** Takes the columns of some features; returns whether all of them have a number. */
  public boolean find(int[] features, int newCount, FeatureNumbering numbering) {
    clear(newCount);
    if (!numbering.findAll(features, newCount, numbers)) {
      return false;
    }
    // two loops, and no branch, are faster than adding one column after another
    int different = 0;
    for (int k = 0; k < newCount; k++) {
      doubled[k] = 2 * numbers[k];
      different |= numbers[k] ^ k;
    }
    count = newCount;
    leading = different == 0;
    return true;
  }

  public int count() {
    return count;
  }

  /** The numbers, of which the first {@link #count} are valid. */
  public int[] numbers() {
    return numbers;
  }

  /**
   * Where each column begins in an array with one float per column, or with two.
   *
   * @param stride 1 or 2
   */
  public int[] starts(int stride) {
    return stride == 1 ? numbers : doubled;
  }

  /** Whether the columns are 0, 1, 2, …, so that no lookup is needed. */
  public boolean isLeading() {
    return leading;
  }

  /** Arranges the columns for rows with heads and tables. */
  void arrange() {
    if (places.length < count) {
      places = new int[numbers.length];
      arrangedNumbers = new int[numbers.length];
      bucketStarts = new int[numbers.length + 1];
    }
    arrangeByBits();
    arrangeForHeads();
    arrangeByKeys();
    arranged = true;
  }

  /** Those below any power of two come before the others. */
  private void arrangeByBits() {
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
  }

  private void arrangeForHeads() {
    for (int bits = HashRowStore.SMALLEST_HEAD_BITS; below[bits] < count; bits++) {
      if (inHead[bits].length < count) {
        inHead[bits] = new int[numbers.length];
        doubledInHead[bits] = new int[numbers.length];
      }
      int[] of = inHead[bits];
      int[] doubledOf = doubledInHead[bits];
      int covered = 1 << bits;
      for (int k = 0; k < count; k++) {
        // no branch, so that the compiler vectorises it
        of[k] = numbers[k] & ((numbers[k] - covered) >> 31);
        doubledOf[k] = 2 * of[k];
      }
    }
  }

  private void arrangeByKeys() {
    TableColumns before = behind[0];
    before.takeAll(numbers, count, bucketStarts);
    for (int bits = HashRowStore.SMALLEST_HEAD_BITS; bits < behind.length; bits++) {
      behind[bits].takeFrom(before, numbers, 1 << bits);
      before = behind[bits];
    }
  }

  /** The number of bits that a number takes: at most b if it is less than 2ᵇ. */
  static int bits(int number) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(number);
  }

  private void requireArranged() {
    if (!arranged) {
      throw new IllegalStateException("the columns are not arranged");
    }
  }

  /** The place of each column in {@link #numbers}, in the arrangement. */
  int[] places() {
    requireArranged();
    return places;
  }

  /** The numbers of the columns, in the arrangement. */
  int[] arrangedNumbers() {
    requireArranged();
    return arrangedNumbers;
  }

  /** How many columns are less than 2ᵇ: the first ones of the arrangement. */
  int countBelow(int bits) {
    requireArranged();
    return below[bits];
  }

  /**
   * Where each column begins in a head with one float per column, or with two; 0 for those that the
   * head does not cover.
   *
   * @param covered the number of columns that it covers, a power of two
   * @param stride 1 or 2
   */
  int[] startsInHead(int covered, int stride) {
    int bits = Integer.numberOfTrailingZeros(covered);
    if (countBelow(bits) == count) {
      return starts(stride);
    }
    return stride == 1 ? inHead[bits] : doubledInHead[bits];
  }

  /**
   * The columns that a head does not cover.
   *
   * @param covered the number of columns that it covers, 0 or a power of two
   */
  TableColumns behind(int covered) {
    requireArranged();
    return behind[covered == 0 ? 0 : Integer.numberOfTrailingZeros(covered)];
  }
}
