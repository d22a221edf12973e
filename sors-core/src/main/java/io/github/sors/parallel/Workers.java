package io.github.sors.parallel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of threads that share numbered tasks; the calling thread is one of them.
 *
 * <p>Tasks start in ascending order, and each runs once. If every task writes only to its own
 * memory, the result does not depend on the number of threads.
 *
 * <p>If a task fails, no further task starts, and the call throws the exception of the failed task
 * with the lowest number. When a call returns or throws such an exception, none of its tasks is
 * still running. If the calling thread is interrupted between two tasks or while it waits for the
 * others, the call throws a {@link CancellationException} at once, interrupts the others and leaves
 * its own interrupt flag set.
 *
 * <p>The threads are daemons and end with {@link #close}. One call at a time.
 */
public final class Workers implements AutoCloseable {

  /** A task that returns a result. */
  @FunctionalInterface
  public interface Task<T, E extends Exception> {
    T run(int number) throws E;
  }

  private final int helpers;
  // null if the calling thread works alone
  private final @Nullable ExecutorService pool;

  /**
   * Creates workers.
   *
   * @param threads how many, at least 1, the calling thread included
   * @param name the name of the threads
   */
  public Workers(int threads, String name) {
    if (threads < 1) {
      throw new IllegalArgumentException("expected at least 1 thread, found " + threads);
    }
    helpers = threads - 1;
    pool = helpers == 0 ? null : Executors.newFixedThreadPool(helpers, task -> daemon(task, name));
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Runs the tasks 0 to {@code count - 1}. */
  public void forEach(int count, IntConsumer task) {
    share(count, () -> task);
  }

  /**
   * Runs the tasks 0 to {@code count - 1} with thread-local data, such as buffers.
   *
   * @param perThread called once by each thread that takes part
   */
  public <S> void forEach(int count, Supplier<S> perThread, ObjIntConsumer<S> task) {
    share(
        count,
        () -> {
          S own = perThread.get();
          return number -> task.accept(own, number);
        });
  }

  /** Runs the tasks 0 to {@code count - 1} and returns their results in this order. */
  @SuppressWarnings("unchecked") // a task throws no other checked exceptions
  public <T, E extends Exception> List<T> map(int count, Task<T, E> task) throws E {
    List<T> results = new ArrayList<>(Collections.nCopies(count, null));
    try {
      share(count, () -> number -> results.set(number, run(number, task)));
    } catch (CheckedFailure e) {
      throw (E) e.getCause();
    }
    return results;
  }

  private static <T> T run(int number, Task<T, ?> task) {
    try {
      return task.run(number);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new CheckedFailure(e);
    }
  }

  private void share(int count, Supplier<IntConsumer> perThread) {
    Sharing sharing = new Sharing(count);
    List<Future<?>> running = new ArrayList<>();
    for (int h = 0; pool != null && h < Math.min(helpers, count - 1); h++) {
      running.add(pool.submit(() -> sharing.takePart(perThread)));
    }
    sharing.takePart(perThread);
    try {
      for (Future<?> helper : running) {
        helper.get();
      }
    } catch (InterruptedException e) {
      sharing.stop();
      running.forEach(helper -> helper.cancel(true));
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for other threads");
    } catch (ExecutionException e) {
      throw new AssertionError("unexpected failure of a worker thread", e);
    }
    sharing.throwFailure();
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdown();
    }
  }

  /** The tasks of one call, and the first of them that failed. */
  private static final class Sharing {

    private final int count;
    private final AtomicInteger next = new AtomicInteger();
    private int failed = Integer.MAX_VALUE;
    private @Nullable Throwable failure;

    Sharing(int count) {
      this.count = count;
    }

    void takePart(Supplier<IntConsumer> perThread) {
      int number = next.getAndIncrement();
      try {
        if (number < count) {
          IntConsumer task = perThread.get();
          for (; number < count; number = next.getAndIncrement()) {
            if (Thread.currentThread().isInterrupted()) {
              throw new CancellationException("interrupted before task " + number);
            }
            task.accept(number);
          }
        }
      } catch (RuntimeException | Error e) {
        stop();
        keep(e, number);
      }
    }

    void stop() {
      next.set(count);
    }

    private synchronized void keep(Throwable thrown, int number) {
      if (number < failed) {
        failed = number;
        failure = thrown;
      }
    }

    synchronized void throwFailure() {
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure != null) {
        throw (RuntimeException) failure;
      }
    }
  }

  /** Carries a checked exception from one thread to the other. */
  private static final class CheckedFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    CheckedFailure(Exception cause) {
      super(cause);
    }
  }
}
