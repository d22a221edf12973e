package io.github.sors.matrix.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Arrays of integers or floats that rows have outgrown, for the next rows that need their length.
 *
 * <p>While a row grows, it gets a longer array several times, and rows that grow later need those
 * that it has left. So a growing matrix allocates little more than it takes in the end. That pays
 * because memory is slow when it is touched for the first time, and because the garbage collector
 * copies every new array. Copies of rows that a snapshot has read are kept here for the next one,
 * for the same reason. Thread-safe.
 *
 * @param <A> the type of the arrays
 */
final class SpareArrays<A> {

  private final Map<Integer, Deque<A>> byLength = new HashMap<>();
  private volatile long bytes;
  // how many arrays were asked for since the last trimming
  private long asked;

  /** The bytes that an array of integers or floats takes. */
  static long bytes(int length) {
    return 16 + 4L * length;
  }

  /** The bytes that the spare arrays take. */
  long bytes() {
    return bytes;
  }

  /** Takes an array, with what its last owner left in it; {@code null} if there is none. */
  synchronized A take(int length) {
    asked++;
    Deque<A> spare = byLength.get(length);
    if (spare == null || spare.isEmpty()) {
      return null;
    }
    bytes -= bytes(length);
    return spare.pop();
  }

  /** Keeps an array that nobody uses any more, if the spare arrays then take at most that much. */
  synchronized void give(A array, int length, long mostBytes) {
    if (bytes + bytes(length) <= mostBytes) {
      bytes += bytes(length);
      byLength.computeIfAbsent(length, unused -> new ArrayDeque<>()).push(array);
    }
  }

  /** Releases arrays until there are no more than were asked for since the last call. */
  synchronized void trim() {
    long kept = 0;
    for (Map.Entry<Integer, Deque<A>> entry : byLength.entrySet()) {
      Deque<A> spare = entry.getValue();
      while (spare.size() > asked - kept) {
        spare.removeLast();
        bytes -= bytes(entry.getKey());
      }
      kept += spare.size();
    }
    asked = 0;
  }
}
