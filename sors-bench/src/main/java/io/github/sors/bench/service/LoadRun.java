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

/** Searches and teaches a service at once, from several clients, and times both. */
final class LoadRun {

  private static final int TEACHERS = 24;
  private static final int SEARCHERS = 4;
  private static final int FEATURES = 100;
  private static final int VOCABULARY = 10_000;

  /**
   * What was measured of one kind of request.
   *
   * @param perSecond how many were answered a second
   * @param medianMillis half of them took no longer
   * @param slowestPercentMillis all but one in a hundred took no longer
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

  /** What was measured of both. */
  record Result(Timing searches, Timing feedback, long nonZeros) {}

  private final Path folder;
  private final int items;
  private final int searchesPerSecond;
  private final int feedbackPerSecond;

  /**
   * Creates a run.
   *
   * @param feedbackPerSecond 0 for as much as is answered
   */
  LoadRun(Path folder, int items, int searchesPerSecond, int feedbackPerSecond) {
    this.folder = folder;
    this.items = items;
    this.searchesPerSecond = searchesPerSecond;
    this.feedbackPerSecond = feedbackPerSecond;
  }

  /**
   * Puts the items, warms up for as long as it will measure, in which the matrix fills and Java
   * compiles, and measures.
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
   * A client that sends a request every so many nanoseconds, and makes up for what it is late.
   *
   * <p>A request is told when it was due, and timed from then: else those that could not be sent
   * while the service stood still would not count.
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
        // counted as any other that was not answered
      }
      failed.incrementAndGet();
    }

    Timing timing(double seconds) {
      return Timing.of(nanos.stream().mapToLong(Long::longValue).toArray(), seconds, failed.get());
    }
  }
}
