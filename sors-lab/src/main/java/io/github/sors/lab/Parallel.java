package io.github.sors.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs numbered steps on a few threads and fails as the first of them that fails. */
public final class Parallel {

  private Parallel() {}

  /** One of the steps. */
  @FunctionalInterface
  public interface Step<T> {
    T run(int number) throws IOException;
  }

  /** The results of the steps 0 to below a count, in this order, whoever ran them. */
  public static <T> List<T> run(int threads, int count, Step<T> step) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(threads, Parallel::daemon);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (int k = 0; k < count; k++) {
        int number = k;
        running.add(pool.submit(() -> step.run(number)));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : running) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      // steps throw no other checked exceptions
      throw (RuntimeException) e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      pool.shutdownNow();
    }
  }

  /** A thread that does not keep the process alive. */
  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "sors-lab");
    thread.setDaemon(true);
    return thread;
  }
}
