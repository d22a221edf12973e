package io.github.sors.server.collection.live;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The thread that runs long tasks of a collection, such as snapshots, while changes continue. It
 * runs one task at a time, since the frozen state of a task takes memory.
 */
final class BackgroundWorker {

  private static final Logger LOGGER = System.getLogger(BackgroundWorker.class.getPackageName());

  /** Work that may fail. */
  @FunctionalInterface
  interface Task {
    void run() throws IOException;
  }

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread created = new Thread(task, "sors-background");
            created.setDaemon(true);
            return created;
          });
  private final AtomicBoolean occupied = new AtomicBoolean();
  private volatile Consumer<Error> onError = error -> {};

  /** Calls a listener when a task fails with an error, such as an exhausted heap. */
  void onError(Consumer<Error> listener) {
    onError = listener;
  }

  boolean isOccupied() {
    return occupied.get();
  }

  /**
   * Starts a task; only while the worker is not occupied.
   *
   * @param failure what to log if the task fails
   */
  void start(String failure, Task task) {
    occupied.set(true);
    thread.execute(
        () -> {
          try {
            task.run();
          } catch (IOException | RuntimeException e) {
            LOGGER.log(Level.ERROR, failure, e);
          } catch (Error e) {
            onError.accept(e);
          } finally {
            occupied.set(false);
          }
        });
  }

  /** Accepts no more tasks and waits for the current one; returns whether it ended in time. */
  boolean close() throws InterruptedException {
    thread.shutdown();
    return thread.awaitTermination(1, TimeUnit.MINUTES);
  }
}
