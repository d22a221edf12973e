package io.github.sors.matrix;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * A few threads that share the rows of one round.
 *
 * <p>A round takes tens to hundreds of microseconds, less than it takes to wake a thread, so the
 * helper threads spin between rounds. A helper that stays idle goes to sleep, and after a second it
 * ends, so that unused workers leave no threads behind.
 */
public final class RowWorkers {

  private static final int SPINS = 20_000;
  private static final long SLEEP_NANOS = 1_000_000_000L;
  private static final int CHUNKS_A_THREAD = 8;
  private static final int MANY_PROCESSORS = 8;

  /** The work on one row; threads are numbered from 0. */
  @FunctionalInterface
  public interface RowTask {
    void run(int row, int thread);
  }

  /** A piece of work that all threads share. */
  private abstract static class Work {
    final int tasks;
    final AtomicInteger tasksDone = new AtomicInteger();
    final AtomicReference<Throwable> failure = new AtomicReference<>();

    Work(int tasks) {
      this.tasks = tasks;
    }

    abstract void takePart(int thread);

    void run(int from, int to, IntConsumer task) {
      try {
        for (int number = from; number < to && failure.get() == null; number++) {
          task.accept(number);
        }
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
      }
      tasksDone.addAndGet(to - from);
    }
  }

  /** Rows, each done by the first thread that is free. */
  private static final class RowWork extends Work {
    private final RowTask task;
    private final int chunk;
    private final AtomicInteger next = new AtomicInteger();

    RowWork(RowTask task, int rows, int threads) {
      super(rows);
      this.task = task;
      this.chunk = Math.max(1, rows / (CHUNKS_A_THREAD * threads));
    }

    @Override
    void takePart(int thread) {
      for (int from = next.getAndAdd(chunk); from < tasks; from = next.getAndAdd(chunk)) {
        run(from, Math.min(tasks, from + chunk), row -> task.run(row, thread));
      }
    }
  }

  /**
   * Parts, one per thread; a thread does its own first, and then those that others have not begun.
   */
  private static final class PartWork extends Work {
    private final IntConsumer task;
    private final AtomicIntegerArray begun;

    PartWork(IntConsumer task, int parts) {
      super(parts);
      this.task = task;
      this.begun = new AtomicIntegerArray(parts);
    }

    @Override
    void takePart(int thread) {
      for (int k = 0; k < tasks; k++) {
        int part = (thread + k) % tasks;
        if (begun.get(part) == 0 && begun.compareAndSet(part, 0, 1)) {
          run(part, part + 1, task);
        }
      }
    }
  }

  // between two pieces of work, so that the last one and what it refers to can be collected
  private static final Work NOTHING = new PartWork(part -> {}, 0);

  private final Thread[] helpers;
  private volatile Work work = NOTHING;

  /** Creates workers: the calling thread and {@code threads - 1} helpers. */
  public RowWorkers(int threads) {
    helpers = new Thread[threads - 1];
  }

  /**
   * The number of threads that make rounds faster, at most the given one: on a machine with many
   * processors, an eighth of them stays unused.
   *
   * <p>Threads that wait for each other in every round are as slow as the slowest one, and a thread
   * is slow if it shares its core with another program or, as a hyper-thread, with one of the
   * others. On a server with 16 processors, 14 threads were faster than 12 and 15, and 12 than 16.
   */
  static int worthUsing(int threads, int processors) {
    return processors < MANY_PROCESSORS ? threads : Math.min(threads, processors - processors / 8);
  }

  /** The number of threads, the caller included. */
  public int threads() {
    return helpers.length + 1;
  }

  /** Runs the task for every row; returns when all are done. */
  public void forEachRow(int rows, RowTask task) {
    share(new RowWork(task, rows, threads()));
  }

  /**
   * Runs the task for every part; returns when all are done. The n-th part goes to the n-th thread
   * if it is free, so that a thread finds its data in its cache from call to call.
   *
   * @param parts at most as many as there are threads
   */
  public void forEachPart(int parts, IntConsumer task) {
    share(new PartWork(task, parts));
  }

  @SuppressWarnings("ThreadPriorityCheck") // yielding is politeness: nothing depends on it
  private void share(Work shared) {
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
    for (int spin = 0; shared.tasksDone.get() < shared.tasks; spin++) {
      if (spin < SPINS) {
        Thread.onSpinWait();
      } else {
        // a helper has lost its processor in the middle of a task: give ours up
        Thread.yield();
      }
    }
    work = NOTHING;
    Throwable failure = shared.failure.get();
    if (failure instanceof Error error) {
      throw error;
    } else if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void help(int thread) {
    Work last = NOTHING;
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
