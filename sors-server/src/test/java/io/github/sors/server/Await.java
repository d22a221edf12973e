package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other threads and processes do, as long as a busy machine may take. */
public final class Await {

  private static final long SECONDS = 60;

  private Await() {}

  /**
   * Waits until a condition holds.
   *
   * @param what the condition in words, for the failure if it does not hold within a minute
   */
  public static void until(String what, Callable<Boolean> condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    try {
      while (!condition.call()) {
        assertThat(System.nanoTime()).as("%s, within %d s", what, SECONDS).isLessThan(deadline);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    } catch (Exception e) {
      throw new AssertionError("while waiting for: " + what, e);
    }
  }
}
