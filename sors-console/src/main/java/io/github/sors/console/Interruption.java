package io.github.sors.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets a long task end cleanly on Ctrl-C: until this is closed, the process waits for the task.
 *
 * <p>Threads: any thread may ask whether to stop; one thread closes it. Failures: none; closing it
 * while the process ends is allowed.
 */
public final class Interruption implements AutoCloseable {

  private final Consumer<String> errors;
  private final String awaited;
  private final Thread hook = new Thread(this::requestAndWait, "sors-stop");
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean requested;

  /**
   * Starts to listen.
   *
   * @param errors called if the process stops waiting
   * @param awaited the thing that the process waits for, such as {@code the checkpoint}
   */
  public Interruption(Consumer<String> errors, String awaited) {
    this.errors = errors;
    this.awaited = awaited;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether the task should end. */
  public boolean requested() {
    return requested;
  }

  /** Runs on Ctrl-C: asks the task to end, and keeps the process alive until it has ended. */
  void requestAndWait() {
    requested = true;
    try {
      if (!closed.await(5, TimeUnit.MINUTES)) {
        errors.accept("gave up waiting for " + awaited);
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
      // the process is ending, and the hook ends with this call
      requested = true;
    }
  }
}
