package io.github.sors.learn.round;

import io.github.sors.encoder.row.RowList;
import java.util.Arrays;

/**
 * The sum of the squared gradients of each row, G_i, in as many copies as threads plan steps.
 *
 * <p>Threads that share rounds each add the same squares to a copy of their own, so that no thread
 * waits for numbers that another has just written. Between calls all copies are equal.
 */
final class SquareSums {

  private double[][] copies;

  SquareSums(int rows) {
    copies = new double[1][rows];
  }

  /** The number of rows for which there is room. */
  int capacity() {
    return copies[0].length;
  }

  void setCapacity(int rows) {
    for (int c = 0; c < copies.length; c++) {
      copies[c] = Arrays.copyOf(copies[c], rows);
    }
  }

  int copies() {
    return copies.length;
  }

  void setCopies(int count) {
    double[][] changed = Arrays.copyOf(copies, count);
    for (int c = copies.length; c < count; c++) {
      changed[c] = copies[0].clone();
    }
    copies = changed;
  }

  /** The sums that a thread adds to; the first thread's are always valid. */
  double[] copy(int thread) {
    return copies[thread];
  }

  double get(int row) {
    return copies[0][row];
  }

  void set(int row, double sum) {
    for (double[] copy : copies) {
      copy[row] = sum;
    }
  }

  /** Writes the sums of some rows, which the first thread has changed alone, to all copies. */
  void share(RowList list) {
    for (int c = 1; c < copies.length; c++) {
      for (int k = 0; k < list.size(); k++) {
        copies[c][list.row(k)] = copies[0][list.row(k)];
      }
    }
  }
}
