package io.github.sors.server.collection;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How a thread works in the background: in short stints, and while others are lively it rests for
 * several times as long after each, so that they find a processor.
 */
final class Pace implements Runnable {

  // shorter rests would be mostly waking up
  private static final long STINT = TimeUnit.MICROSECONDS.toNanos(500);
  private static final long REST = 3;

  private final BooleanSupplier lively;
  private long start = System.nanoTime();

  Pace(BooleanSupplier lively) {
    this.lively = lively;
  }

  /** Rests if it is time to. */
  @Override
  public void run() {
    long worked = System.nanoTime() - start;
    if (worked > STINT) {
      if (lively.getAsBoolean()) {
        LockSupport.parkNanos(REST * worked);
      }
      start = System.nanoTime();
    }
  }
}
