package io.github.sors.data.triplet;

import java.util.Arrays;
import java.util.Objects;

/**
 * Rows grouped by their class: the rows of a class are contiguous, in ascending order, and the
 * classes in ascending order of their labels.
 */
final class RowsByClass {

  private final int[] rows;
  // one for each class and a last one
  private final int[] starts;

  /**
   * Groups some of the rows.
   *
   * @param labels the class of every row, any numbers
   * @param selected the rows to group, each at most once
   * @throws IllegalArgumentException if a row comes twice
   */
  RowsByClass(int[] labels, int[] selected) {
    // label and row packed into one number, so that sorting groups the rows
    long[] keys = new long[selected.length];
    for (int k = 0; k < selected.length; k++) {
      int row = Objects.checkIndex(selected[k], labels.length);
      keys[k] = ((long) labels[row] << 32) | row;
    }
    Arrays.sort(keys);
    rows = new int[keys.length];
    int[] ends = new int[keys.length + 1];
    int classes = 0;
    for (int k = 0; k < keys.length; k++) {
      rows[k] = (int) keys[k];
      if (k > 0 && keys[k] == keys[k - 1]) {
        throw new IllegalArgumentException(
            "expected every row once, found row " + rows[k] + " twice");
      }
      if (k == 0 || keys[k] >> 32 != keys[k - 1] >> 32) {
        classes++;
      }
      ends[classes] = k + 1;
    }
    starts = Arrays.copyOf(ends, classes + 1);
  }

  int classes() {
    return starts.length - 1;
  }

  /** The position of the first row of a class. */
  int start(int classNumber) {
    return starts[classNumber];
  }

  /** The position after the last row of a class. */
  int end(int classNumber) {
    return starts[classNumber + 1];
  }

  int size(int classNumber) {
    return starts[classNumber + 1] - starts[classNumber];
  }

  int row(int place) {
    return rows[place];
  }
}
