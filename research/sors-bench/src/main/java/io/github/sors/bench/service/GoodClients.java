package io.github.sors.bench.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that search and send feedback at a steady rate, and measure times from the moment at
 * which a request was due.
 */
final class GoodClients {

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(40);

  private final BlockingClient sender;
  private final int items;

  /**
   * Creates clients.
   *
   * @param items the number of items of the service, with the ids 0, 1, 2, …
   */
  GoodClients(BlockingClient sender, int items) {
    this.sender = sender;
    this.items = items;
  }

  /** Runs the given number of clients for the given time. */
  LoadRun.Timing work(int clients, double seconds, long seed) throws InterruptedException {
    ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
    AtomicInteger failed = new AtomicInteger();
    long end = System.nanoTime() + (long) (seconds * 1e9);
    SplittableRandom random = new SplittableRandom(seed);
    List<Thread> threads = new ArrayList<>();
    for (int k = 0; k < clients; k++) {
      SplittableRandom own = random.split();
      Thread thread = new Thread(() -> work(own, end, nanos, failed));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long[] all = nanos.stream().mapToLong(Long::longValue).toArray();
    return LoadRun.Timing.of(all, seconds, failed.get());
  }

  private void work(
      SplittableRandom random, long end, ConcurrentLinkedQueue<Long> nanos, AtomicInteger failed) {
    long due = System.nanoTime() + random.nextLong(PAUSE);
    for (int request = 0; due < end; request++) {
      LockSupport.parkNanos(due - System.nanoTime());
      try {
        int status =
            request % 2 == 0
                ? sender.get("/api/search?item=" + random.nextInt(items))
                : sender.post("/api/feedback", ServiceClient.feedback(random, items));
        if (status == 200) {
          nanos.add(System.nanoTime() - due);
        } else {
          failed.incrementAndGet();
        }
      } catch (IOException e) {
        failed.incrementAndGet();
      }
      due += PAUSE;
    }
  }
}
