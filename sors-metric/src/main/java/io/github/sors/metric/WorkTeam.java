package io.github.sors.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Threads that share numbered tasks, of which each writes to places of its own: who does which has
 * no say in the result.
 */
final class WorkTeam implements AutoCloseable {

  private final int helpers;
  private final ExecutorService pool;

  WorkTeam(int threads) {
    helpers = threads - 1;
    pool = helpers == 0 ? null : Executors.newFixedThreadPool(helpers, WorkTeam::daemon);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "sors-metric");
    thread.setDaemon(true);
    return thread;
  }

  /** Does the tasks from 0 to below a number, and returns when all are done. */
  void forEach(int tasks, IntConsumer task) {
    AtomicInteger next = new AtomicInteger();
    Runnable share =
        () -> {
          for (int t = next.getAndIncrement(); t < tasks; t = next.getAndIncrement()) {
            task.accept(t);
          }
        };
    List<Future<?>> running = new ArrayList<>();
    for (int h = 0; h < Math.min(helpers, tasks - 1); h++) {
      running.add(pool.submit(share));
    }
    try {
      share.run();
      for (Future<?> helper : running) {
        helper.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      // shares are runnables, which throw nothing else
      throw (RuntimeException) e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the learning was interrupted");
    } finally {
      next.set(tasks);
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdown();
    }
  }
}
