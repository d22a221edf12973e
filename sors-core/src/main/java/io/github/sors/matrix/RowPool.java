package io.github.sors.matrix;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Arrays for copies of rows, used again and again: fresh ones of that number and size would keep
 * the garbage collector busy. Any thread may take and give.
 */
final class RowPool {

  private final Deque<float[]> free = new ArrayDeque<>();
  private int taken;

  /** Gives up the memory that was not needed since this was called last. */
  synchronized void trim() {
    while (free.size() > taken) {
      free.removeLast();
    }
    taken = 0;
  }

  /** A copy of a row. */
  float[] copyOf(float[] row) {
    float[] copy = take();
    if (copy == null || copy.length != row.length) {
      return row.clone();
    }
    System.arraycopy(row, 0, copy, 0, row.length);
    return copy;
  }

  private synchronized float[] take() {
    taken++;
    return free.pollFirst();
  }

  /** Takes a copy back that nobody reads any more. */
  synchronized void give(float[] copy) {
    free.addFirst(copy);
  }
}
