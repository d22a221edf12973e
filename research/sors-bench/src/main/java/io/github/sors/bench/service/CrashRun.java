package io.github.sors.bench.service;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Kills a service at random moments while several clients send feedback, and checks that nothing
 * was lost and nothing was learnt twice.
 *
 * <p>Every client sends one feedback after the other, each with its own key, and repeats
 * unacknowledged ones with the same key after the next start. So at the end there must be as many
 * comparisons as keys, and after each start at least as many as were acknowledged. The log alone
 * must give the same model file, byte for byte, as snapshots and log. Sometimes the disk is full or
 * the memory small; snapshots are written all the time.
 */
final class CrashRun {

  private static final int CLIENTS = 6;
  private static final int ITEMS = 200;
  private static final int SNAPSHOT_EVERY = 300;

  /**
   * The result.
   *
   * @param kills how often the service was killed
   * @param acknowledged the feedback that was acknowledged
   * @param retried how often feedback was sent again after a kill
   * @param lost how many acknowledged rounds were missing after a start, in the worst case
   * @param comparisons the comparisons that were learnt at the end
   * @param fullDisks how often the disk was full for a while before a kill
   * @param sameModel whether the log alone gives the same model
   */
  record Result(
      int kills,
      long acknowledged,
      long retried,
      long lost,
      long comparisons,
      int fullDisks,
      boolean sameModel) {

    boolean isGood() {
      return lost == 0 && comparisons == acknowledged && sameModel;
    }
  }

  /** A client with its next feedback. */
  private static final class Teacher {
    final SplittableRandom random;
    final String name;
    final Deque<String[]> unacknowledged = new ArrayDeque<>();
    long acknowledged;
    long retried;
    long said;

    Teacher(String name, SplittableRandom random) {
      this.name = name;
      this.random = random;
    }

    /** Sends feedback until the service is killed or the client is stopped. */
    void teach(ServiceClient client, AtomicBoolean stop, boolean onlyRest) {
      retried += unacknowledged.size();
      try {
        while (!stop.get()) {
          if (unacknowledged.isEmpty()) {
            if (onlyRest) {
              return;
            }
            unacknowledged.add(
                new String[] {ServiceClient.feedback(random, ITEMS), name + "-" + said++});
          }
          String[] next = unacknowledged.peek();
          HttpResponse<byte[]> answer = client.post("/api/feedback", next[0], next[1]);
          if (answer.statusCode() == 200) {
            unacknowledged.remove();
            acknowledged++;
          } else {
            // a full disk: send the same feedback again
            Thread.sleep(20);
          }
        }
      } catch (IOException e) {
        // killed: unacknowledged feedback is sent again after the next start
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final Path folder;
  private final String algorithm;
  private final List<Teacher> teachers = new ArrayList<>();
  private final SplittableRandom random;
  private int fullDisks;

  /**
   * Prepares a run.
   *
   * @param algorithm the algorithm of the service
   */
  CrashRun(Path folder, String algorithm, long seed) {
    this.folder = folder;
    this.algorithm = algorithm;
    this.random = new SplittableRandom(seed);
    for (int k = 0; k < CLIENTS; k++) {
      teachers.add(new Teacher("client" + k, random.split()));
    }
  }

  Result run(int kills) throws IOException, InterruptedException {
    Path collection = folder.resolve("collection");
    Files.createDirectories(collection);
    long lost = 0;
    for (int kill = 0; kill < kills; kill++) {
      // little memory at times
      String heap = random.nextInt(3) == 0 ? "-Xmx256m" : "-Xmx1g";
      try (ServedCollection service = start(collection, heap)) {
        ServiceClient client = new ServiceClient(service.address());
        if (kill == 0) {
          client.putItems(ITEMS, 20, 500, 1);
        }
        lost = Math.max(lost, acknowledged() - client.comparisons());
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> threads = start(client, stop, false);
        Thread.sleep(20 + random.nextInt(700));
        // sometimes the disk is full for a while, and sometimes still so at the kill
        int fate = random.nextInt(6);
        if (fate < 2 && service.setDiskFull(true)) {
          fullDisks++;
          Thread.sleep(20 + random.nextInt(300));
          if (fate == 0) {
            service.setDiskFull(false);
            Thread.sleep(20 + random.nextInt(1500));
          }
        }
        service.kill();
        stop.set(true);
        join(threads);
      }
    }
    long comparisons;
    byte[] model;
    try (ServedCollection service = start(collection, "-Xmx6g")) {
      ServiceClient client = new ServiceClient(service.address());
      lost = Math.max(lost, acknowledged() - client.comparisons());
      join(start(client, new AtomicBoolean(), true));
      comparisons = client.awaitComparisons(acknowledged());
      model = client.get("/api/model/file").body();
    }
    boolean same;
    try (ServedCollection service = start(withoutSnapshots(collection), "-Xmx6g")) {
      byte[] replayed = new ServiceClient(service.address()).get("/api/model/file").body();
      same = Arrays.equals(model, replayed);
    }
    long retried = teachers.stream().mapToLong(teacher -> teacher.retried).sum();
    return new Result(kills, acknowledged(), retried, lost, comparisons, fullDisks, same);
  }

  private ServedCollection start(Path collection, String heap) throws IOException {
    return ServedCollection.start(collection, SNAPSHOT_EVERY, heap, algorithm);
  }

  private long acknowledged() {
    return teachers.stream().mapToLong(teacher -> teacher.acknowledged).sum();
  }

  private List<Thread> start(ServiceClient client, AtomicBoolean stop, boolean onlyRest) {
    List<Thread> threads = new ArrayList<>();
    for (Teacher teacher : teachers) {
      Thread thread = new Thread(() -> teacher.teach(client, stop, onlyRest), teacher.name);
      thread.start();
      threads.add(thread);
    }
    return threads;
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private Path withoutSnapshots(Path collection) throws IOException {
    Path copy = folder.resolve("log-alone");
    Files.createDirectories(copy);
    try (Stream<Path> files = Files.list(collection)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().endsWith(".sorslog")) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    return copy;
  }
}
