package io.github.sors.server.collection;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How a thread works in the background: in short stints, and while the collection is busy it rests
 * for several times as long after each, so that they find a processor.
 */
final class BackgroundThrottle implements Runnable {

  // shorter rests would be mostly waking up
  private static final long STINT = TimeUnit.MICROSECONDS.toNanos(500);
  private static final long REST = 3;

  private final BooleanSupplier busy;
  private long start = System.nanoTime();

  BackgroundThrottle(BooleanSupplier busy) {
    this.busy = busy;
  }

  /** Rests if it is time to. */
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
