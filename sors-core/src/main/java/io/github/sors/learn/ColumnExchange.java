package io.github.sors.learn;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where threads that have some columns of vectors each put together the inner products of all
 * columns, again and again.
 *
 * <p>Everybody writes the products of its own slabs and then waits for those of the others. A
 * thread writes to two places by turns: it comes back to a place only after all others have
 * published once more, and thus have read it.
 */
final class ColumnExchange {

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  // so that no two threads write to one cache line, nor to its neighbour
  private static final int PADDING = 32;
  // some ten microseconds, more than others need while they have a processor
  private static final int SPINS = 2_000;

  /** Thrown where a thread waits for one that has failed. */
  static final class AbandonedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    AbandonedException() {
      super("another thread of the rounds has failed");
    }
  }

  private final int threads;
  // by thread and turn
  private final float[][][] places;
  // by thread, padded: how often it has published
  private final long[] published;
  private volatile boolean failed;

  /**
   * Creates an exchange.
   *
   * @param values the most values that are exchanged at once
   */
  ColumnExchange(int threads, int values) {
    this.threads = threads;
    this.places = new float[threads][2][PADDING + values + PADDING];
    this.published = new long[(threads + 2) * PADDING];
  }

  /** Puts a value into the place of a thread, whose turn it is. */
  void put(int thread, long turn, int number, float value) {
    places[thread][(int) (turn & 1)][PADDING + number] = value;
  }

  /** The value that a thread has published in a turn. */
  float get(int thread, long turn, int number) {
    return places[thread][(int) (turn & 1)][PADDING + number];
  }

  /** Shows others what a thread has put, and waits for theirs. */
  @SuppressWarnings("ThreadPriorityCheck") // yielding is politeness: nothing depends on it
  void publishAndAwait(int thread, long turn) {
    LONGS.setRelease(published, (thread + 1) * PADDING, turn + 1);
    for (int other = 0; other < threads; other++) {
      int spins = 0;
      while ((long) LONGS.getAcquire(published, (other + 1) * PADDING) <= turn) {
        if (spins < SPINS) {
          spins++;
          Thread.onSpinWait();
        } else {
          if (failed) {
            throw new AbandonedException();
          }
          // it has lost the processor: do not keep it from it
          Thread.yield();
        }
      }
    }
  }

  /** Has all others stop waiting. */
  void fail() {
    failed = true;
  }
}
