package io.github.sors.server.collection.live;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Throttles a background thread: while the collection is busy, the thread pauses after each short
 * interval of work for several times as long, so that requests get the processor.
 */
final class BackgroundThrottle implements Runnable {

  // shorter pauses would be spent mostly on waking up
  private static final long STINT = TimeUnit.MICROSECONDS.toNanos(500);
  private static final long REST = 3;

  private final BooleanSupplier busy;
  private long start = System.nanoTime();

  BackgroundThrottle(BooleanSupplier busy) {
    this.busy = busy;
  }

  /** Pauses if a pause is due. */
  @Override
  public void run() {
    long worked = System.nanoTime() - start;
    if (worked > STINT) {
      if (busy.getAsBoolean()) {
        LockSupport.parkNanos(REST * worked);
      }
      start = System.nanoTime();
    }
  }
}
