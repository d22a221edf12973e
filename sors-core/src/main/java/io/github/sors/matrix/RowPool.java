package io.github.sors.matrix;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Recycles the arrays of copied rows, since allocating that many of that size would burden the
 * garbage collector. Thread-safe.
 */
final class RowPool {

  private final Deque<float[]> free = new ArrayDeque<>();
  private int taken;

  /** Releases the memory that was not needed since the last call. */
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

  /** Takes back a copy that no thread reads any more. */
  synchronized void give(float[] copy) {
    free.addFirst(copy);
  }
}
