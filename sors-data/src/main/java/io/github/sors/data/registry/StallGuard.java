package io.github.sors.data.registry;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * Closes a stream when no data arrives for a while, so that a reader blocked in {@code read} gets
 * an exception.
 */
final class StallGuard implements Closeable {

  private final Closeable stream;
  private final long nanos;
  private final Thread thread;
  private volatile long lastSeen = System.nanoTime();
  private volatile boolean stalled;

  StallGuard(Closeable stream, Duration timeout) {
    this.stream = stream;
    this.nanos = timeout.toNanos();
    this.thread = new Thread(this::watch, "sors-download-guard");
    thread.setDaemon(true);
    thread.start();
  }

  /** Records that data has arrived. */
  void seen() {
    lastSeen = System.nanoTime();
  }

  /** Whether the stream was closed because nothing came. */
  boolean stalled() {
    return stalled;
  }

  private void watch() {
    try {
      for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - lastSeen)) {
        Thread.sleep(left / 1_000_000 + 1);
      }
    } catch (InterruptedException e) {
      // the stream is done
      return;
    }
    stalled = true;
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
