package io.github.sors.matrix;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A few threads that share the rows of one round.
 *
 * <p>A round takes some ten to some hundred microseconds, less than it takes to wake a thread, so
 * the helpers spin between rounds. One that has had nothing to do for a while goes to sleep, and
 * after a second it ends, so that a team that is not used any more leaves nothing behind.
 */
public final class RowWorkers {

  private static final int SPINS = 20_000;
  private static final long SLEEP_NANOS = 1_000_000_000L;
  private static final int CHUNKS_A_THREAD = 8;

  /** What is done to a row, by one of the threads, counted from 0. */
  @FunctionalInterface
  public interface RowTask {
    void run(int row, int thread);
  }

  /** One piece of work that everybody takes part in. */
  private static final class Work {
    final RowTask task;
    final int rows;
    final int chunk;
    final AtomicInteger next = new AtomicInteger();
    final AtomicInteger rowsDone = new AtomicInteger();
    final AtomicReference<Throwable> failure = new AtomicReference<>();

    Work(RowTask task, int rows, int threads) {
      this.task = task;
      this.rows = rows;
      this.chunk = Math.max(1, rows / (CHUNKS_A_THREAD * threads));
    }

    void takePart(int thread) {
      for (int from = next.getAndAdd(chunk); from < rows; from = next.getAndAdd(chunk)) {
        int to = Math.min(rows, from + chunk);
        try {
          for (int row = from; row < to && failure.get() == null; row++) {
            task.run(row, thread);
          }
        } catch (RuntimeException | Error e) {
          failure.compareAndSet(null, e);
        }
        rowsDone.addAndGet(to - from);
      }
    }
  }

  private final Thread[] helpers;
  private volatile Work work;

  /** Creates a team of the caller and {@code threads - 1} others. */
  public RowWorkers(int threads) {
    helpers = new Thread[threads - 1];
  }

  /** The number of threads, the caller included. */
  public int threads() {
    return helpers.length + 1;
  }

  /** Has every row done by somebody; returns when all are. */
  public void forEachRow(int rows, RowTask task) {
    Work shared = new Work(task, rows, threads());
    work = shared;
    for (int h = 0; h < helpers.length; h++) {
      if (helpers[h] == null || !helpers[h].isAlive()) {
        int thread = h + 1;
        helpers[h] = new Thread(() -> help(thread), "sors-rows-" + thread);
        helpers[h].setDaemon(true);
        helpers[h].start();
      } else {
        LockSupport.unpark(helpers[h]);
      }
    }
    shared.takePart(0);
    while (shared.rowsDone.get() < rows) {
      Thread.onSpinWait();
    }
    Throwable failure = shared.failure.get();
    if (failure instanceof Error error) {
      throw error;
    } else if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void help(int thread) {
    Work last = null;
    while (true) {
      Work current = work;
      for (int spin = 0; current == last && spin < SPINS; spin++) {
        Thread.onSpinWait();
        current = work;
      }
      if (current == last) {
        long start = System.nanoTime();
        LockSupport.parkNanos(this, SLEEP_NANOS);
        if (work == last && System.nanoTime() - start >= SLEEP_NANOS) {
          return;
        }
      } else {
        current.takePart(thread);
        last = current;
      }
    }
  }
}
