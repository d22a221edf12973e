package io.github.sors.bench.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Sends searches and feedback to a service at the same time, from several clients, and times both.
 */
final class LoadRun {

  private static final int TEACHERS = 24;
  private static final int SEARCHERS = 4;
  private static final int FEATURES = 100;
  private static final int VOCABULARY = 10_000;

  /**
   * The measurements of one kind of request.
   *
   * @param perSecond answered requests per second
   * @param medianMillis the median time
   * @param slowestPercentMillis the 99th percentile
   * @param failed how many were not answered with 200
   */
  record Timing(double perSecond, double medianMillis, double slowestPercentMillis, int failed) {

    static Timing of(long[] nanos, double seconds, int failed) {
      Arrays.sort(nanos);
      return new Timing(nanos.length / seconds, millis(nanos, 0.5), millis(nanos, 0.99), failed);
    }

    private static double millis(long[] sorted, double share) {
      return sorted.length == 0
          ? Double.NaN
          : sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))] / 1e6;
    }
  }

  /** The measurements of both. */
  record Result(Timing searches, Timing feedback, long nonZeros) {}

  private final Path folder;
  private final int items;
  private final int searchesPerSecond;
  private final int feedbackPerSecond;

  /**
   * Creates a run.
   *
   * @param feedbackPerSecond the feedback per second; 0 for as much as the service can answer
   */
  LoadRun(Path folder, int items, int searchesPerSecond, int feedbackPerSecond) {
    this.folder = folder;
    this.items = items;
    this.searchesPerSecond = searchesPerSecond;
    this.feedbackPerSecond = feedbackPerSecond;
  }

  /**
   * Adds the items, warms up for as long as the measurement takes, so that the matrix fills and
   * Java compiles, and measures.
   */
  Result run(double seconds) throws IOException, InterruptedException {
    Path collection = folder.resolve("collection");
    Files.createDirectories(collection);
    try (ServedCollection service = ServedCollection.start(collection, 50_000)) {
      ServiceClient client = new ServiceClient(service.address());
      client.putItems(items, FEATURES, VOCABULARY, 1);
      BlockingClient sender = new BlockingClient(service.address());
      measure(client, sender, seconds, 2);
      return measure(client, sender, seconds, 3);
    }
  }

  private Result measure(ServiceClient client, BlockingClient sender, double seconds, long seed)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    Recorder searches = new Recorder();
    Recorder feedback = new Recorder();
    SplittableRandom random = new SplittableRandom(seed);
    List<Thread> threads = new ArrayList<>();
    for (int k = 0; k < TEACHERS; k++) {
      SplittableRandom own = random.split();
      long pause =
          feedbackPerSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(TEACHERS) / feedbackPerSecond;
      threads.add(
          inTurn(
              end,
              pause,
              own,
              due -> {
                String body = ServiceClient.feedback(own, items);
                feedback.record(due, () -> sender.post("/api/feedback", body));
              }));
    }
    for (int k = 0; k < SEARCHERS; k++) {
      SplittableRandom own = random.split();
      threads.add(
          inTurn(
              end,
              TimeUnit.SECONDS.toNanos(SEARCHERS) / searchesPerSecond,
              own,
              due -> {
                String path = "/api/search?item=" + own.nextInt(items);
                searches.record(due, () -> sender.get(path));
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    double took = (System.nanoTime() - start) / 1e9;
    long nonZeros = client.getJson("/api/model").get("nonZeros").asLong();
    return new Result(searches.timing(took), feedback.timing(took), nonZeros);
  }

  /**
   * A client that sends requests at a fixed interval, and catches up if it is late.
   *
   * <p>A request is timed from the moment at which it was due: otherwise requests that could not be
   * sent while the service was stalled would not count.
   */
  private static Thread inTurn(
      long end, long pause, SplittableRandom random, LongConsumer request) {
    return new Thread(
        () -> {
          long next = System.nanoTime() + random.nextLong(pause + 1);
          while (next < end) {
            LockSupport.parkNanos(next - System.nanoTime());
            request.accept(next);
            next = pause == 0 ? System.nanoTime() : next + pause;
          }
        });
  }

  @FunctionalInterface
  private interface Request {
    int send() throws IOException;
  }

  private static final class Recorder {
    private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failed = new AtomicInteger();

    void record(long due, Request request) {
      try {
        if (request.send() == 200) {
          nanos.add(System.nanoTime() - due);
          return;
        }
      } catch (IOException e) {
        // counted like any other failure
      }
      failed.incrementAndGet();
    }

    Timing timing(double seconds) {
      return Timing.of(nanos.stream().mapToLong(Long::longValue).toArray(), seconds, failed.get());
    }
  }
}
