package io.github.sors.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a long task end well on Ctrl-C: until this is closed, the process waits for what the task
 * does once it sees the request.
 */
final class Interruption implements AutoCloseable {

  private final Console console;
  private final String awaited;
  private final Thread hook = new Thread(this::requestAndWait, "sors-stop");
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean requested;

  /**
   * Starts to listen.
   *
   * @param awaited what the process waits for, such as {@code the checkpoint}
   */
  Interruption(Console console, String awaited) {
    this.console = console;
    this.awaited = awaited;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether the task is to end. */
  boolean requested() {
    return requested;
  }

  /** Run by Ctrl-C: asks the task to end, and keeps the process until it has. */
  private void requestAndWait() {
    requested = true;
    try {
      if (!closed.await(5, TimeUnit.MINUTES)) {
        console.error("gave up waiting for " + awaited);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // it is running just now, and ends with this
      requested = true;
    }
  }
}
