package io.github.sors.bench.service;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.InvalidInputException;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.live.TeachableCollection;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Stress tests of the memory, the disk and the files of a collection, and of the fairness between
 * writers.
 */
final class StorageRuns {

  private static final int SNAPSHOT_EVERY = 50_000;
  private static final int ITEMS = 50;
  // the maximum waiting time, on a machine with other work
  private static final double MOST_MILLIS = 20_000;
  private static final long REFUSED = -1;
  private static final Logger COLLECTION_LOGGER =
      Logger.getLogger(TeachableCollection.class.getPackageName());

  private final Path folder;
  private final SplittableRandom random;

  StorageRuns(Path folder, long seed) {
    this.folder = folder;
    this.random = new SplittableRandom(seed);
  }

  private static String wideItems(int from, int to, int features, boolean shared) {
    StringBuilder body = new StringBuilder();
    for (int item = from; item < to; item++) {
      ObjectNode values = JsonNodeFactory.instance.objectNode();
      for (int k = 0; k < features; k++) {
        values.put((shared ? "d" : "w" + item + "-") + k, 1 + (item * 7 + k * 3) % 5);
      }
      body.append(ServiceClient.item("wide" + item, values));
    }
    return body.toString();
  }

  private static String wideFeedback(int comparisons, int items) {
    return ServiceClient.feedback(
        comparisons,
        k ->
            ServiceClient.comparison(
                "wide" + k % items, "wide" + (k + 1) % items, "wide" + (k + 2) % items));
  }

  /**
   * Sends feedback and items that would exceed the memory: all are rejected, and small requests are
   * accepted, also after a restart.
   *
   * @param heap the Java option for the size of the heap
   */
  List<Fact> memory(String heap) throws IOException, InterruptedException {
    Path collection = Files.createDirectories(folder.resolve("memory"));
    List<Fact> facts = new ArrayList<>();
    long acknowledged;
    try (ServedCollection service = ServedCollection.start(collection, SNAPSHOT_EVERY, heap)) {
      ServiceClient client = new ServiceClient(service.address());
      client.putItems(ITEMS, 20, 300, 1);
      for (int item = 0; item < 24; item += 4) {
        client.post("/api/items", wideItems(item, item + 4, 4000, false), null);
      }
      String attack = wideFeedback(24, 24);
      int status = client.post("/api/feedback", attack, null).statusCode();
      facts.add(
          new Fact(
              "24 comparisons of items of 4,000 features each ("
                  + attack.length()
                  + " bytes, "
                  + heap
                  + "): status "
                  + status
                  + ", expected 507",
              status == 507));
      int full = 200;
      int sent = 0;
      while (full == 200 && sent < 4000) {
        full =
            client
                .post("/api/items", wideItems(1000 + sent, 1004 + sent, 4000, true), null)
                .statusCode();
        sent += 4;
      }
      facts.add(
          new Fact(
              sent + " items of 4,000 features until status " + full + ", expected 507",
              full == 507));
      int small =
          client.post("/api/feedback", ServiceClient.feedback(random, ITEMS), "k").statusCode();
      facts.add(new Fact("small feedback afterwards: status " + small, small == 200));
      int ready = client.get("/api/ready").statusCode();
      facts.add(new Fact("ready afterwards: status " + ready, ready == 200 && service.isAlive()));
      acknowledged = small == 200 ? 1 : 0;
      long published = client.awaitComparisons(acknowledged);
      facts.add(
          new Fact(
              acknowledged + " acknowledged, of which published " + published,
              published == acknowledged));
    }
    try (ServedCollection service = ServedCollection.start(collection, SNAPSHOT_EVERY, heap)) {
      long found = new ServiceClient(service.address()).comparisons();
      facts.add(
          new Fact(
              acknowledged + " acknowledged, after a kill and a start " + found,
              found == acknowledged));
    }
    return facts;
  }

  /** Fills the disk several times when a new segment is due, and frees it again. */
  List<Fact> disk(int times) throws IOException, InterruptedException {
    Path collection = Files.createDirectories(folder.resolve("disk"));
    List<Fact> facts = new ArrayList<>();
    long acknowledged = 0;
    int refused = 0;
    int returned = 0;
    try (ServedCollection service = ServedCollection.start(collection, 30, "-Xmx1g")) {
      ServiceClient client = new ServiceClient(service.address());
      client.putItems(ITEMS, 20, 300, 1);
      for (int k = 0; k < times; k++) {
        for (int round = 0; round < 25; round++) {
          String body = ServiceClient.feedback(random, ITEMS);
          acknowledged += client.post("/api/feedback", body, null).statusCode() == 200 ? 1 : 0;
        }
        if (!service.setDiskFull(true)) {
          throw new InvalidInputException(
              "expected the program prlimit (util-linux), to simulate a full disk");
        }
        for (int round = 0; round < 5; round++) {
          String body = ServiceClient.feedback(random, ITEMS);
          refused += client.post("/api/feedback", body, null).statusCode() == 507 ? 1 : 0;
        }
        service.setDiskFull(false);
        returned += awaitReady(client) ? 1 : 0;
      }
    }
    facts.add(
        new Fact(refused + " of " + 5 * times + " refused on the full disk", refused == 5 * times));
    facts.add(
        new Fact(
            "ready again by itself " + returned + " of " + times + " times", returned == times));
    long empty;
    try (Stream<Path> files = Files.list(collection)) {
      empty =
          files
              .filter(file -> file.toString().endsWith(".sorslog") && file.toFile().length() == 0)
              .count();
    }
    facts.add(new Fact(empty + " empty log files left", empty == 0));
    try (ServedCollection service = ServedCollection.start(collection, 30, "-Xmx1g")) {
      long found = new ServiceClient(service.address()).comparisons();
      facts.add(
          new Fact(
              acknowledged + " acknowledged, after a kill and a start " + found,
              found == acknowledged));
    }
    return facts;
  }

  private static boolean awaitReady(ServiceClient client) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (System.nanoTime() < deadline) {
      if (client.get("/api/ready").statusCode() == 200) {
        return true;
      }
      Thread.sleep(50);
    }
    return false;
  }

  private static TeachableCollection open(Path path) throws IOException {
    return TeachableCollection.open(path, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT);
  }

  private static void teachSmall(TeachableCollection collection, int rounds) {
    List<ItemDraft> items = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      NamedFeatures features =
          new NamedFeatures(new String[] {"f" + k, "f" + (k + 1)}, new float[] {1, 2});
      items.add(new ItemDraft("item" + k, "", "", features));
    }
    collection.put(items).join();
    for (int k = 0; k < rounds; k++) {
      ComparisonDraft comparison =
          new ComparisonDraft("item" + k % 3, null, "item" + (k + 1) % 3, "item" + (k + 2) % 3);
      collection.teach(List.of(comparison), RequestKey.NONE).join();
    }
  }

  /** Replaces a log by other content: it is always rejected and never changed. */
  List<Fact> unknownLogs() throws IOException {
    List<Fact> facts = new ArrayList<>();
    byte[] noise = new byte[3000];
    random.nextBytes(noise);
    byte[] future = noise.clone();
    System.arraycopy("SORSLOG2".getBytes(StandardCharsets.US_ASCII), 0, future, 0, 8);
    byte[] gzip = noise.clone();
    gzip[0] = 0x1f;
    gzip[1] = (byte) 0x8b;
    String[] names = {"zeros", "random bytes", "a future version", "gzip"};
    byte[][] contents = {new byte[3000], noise, future, gzip};
    for (int k = 0; k < names.length; k++) {
      Path collection = Files.createDirectories(folder.resolve("unknown" + k));
      Path log = collection.resolve(String.format(Locale.ROOT, "log-%019d.sorslog", 1));
      Files.write(log, contents[k]);
      boolean refused = !opens(collection);
      boolean same = Arrays.equals(Files.readAllBytes(log), contents[k]);
      facts.add(
          new Fact(
              "a log of "
                  + names[k]
                  + ": "
                  + (refused ? "refused" : "OPENED")
                  + ", "
                  + (same ? "untouched" : "CHANGED"),
              refused && same));
    }
    return facts;
  }

  private static boolean opens(Path collection) throws IOException {
    try (TeachableCollection opened = open(collection)) {
      return opened.sequence() >= 0;
    } catch (InvalidInputException e) {
      return false;
    }
  }

  /**
   * Flips bytes of stopped and of killed collections, one at a time.
   *
   * @param step 1 for every byte, more for fewer
   */
  List<Fact> damage(int step) throws IOException {
    // otherwise thousands of messages about damage
    Level usual = COLLECTION_LOGGER.getLevel();
    COLLECTION_LOGGER.setLevel(Level.OFF);
    try {
      int rounds = 6;
      Path stopped = folder.resolve("stopped");
      try (TeachableCollection collection = open(stopped)) {
        teachSmall(collection, rounds);
      }
      Path young = folder.resolve("young");
      try (TeachableCollection collection = open(folder.resolve("running"))) {
        teachSmall(collection, rounds);
        copy(folder.resolve("running"), young);
      }
      Path killed = folder.resolve("killed");
      try (TeachableCollection collection = open(folder.resolve("running"))) {
        teachSmall(collection, rounds);
        copy(folder.resolve("running"), killed);
      }
      return List.of(
          flip("a stopped collection", stopped, rounds, rounds, step),
          flip("a killed collection with a snapshot", killed, 2 * rounds, rounds, step),
          flip("a killed collection without a snapshot", young, rounds, 0, step));
    } finally {
      COLLECTION_LOGGER.setLevel(usual);
    }
  }

  /**
   * Flips bytes of a collection.
   *
   * @param rounds how many it has
   * @param atLeast the number of rounds in a snapshot; 0 if there is none
   */
  private Fact flip(String what, Path original, int rounds, int atLeast, int step)
      throws IOException {
    int flips = 0;
    int opened = 0;
    int repaired = 0;
    int partly = 0;
    int unproven = 0;
    int lost = 0;
    for (Path file : files(original)) {
      byte[] bytes = Files.readAllBytes(file);
      for (int at = 0; at < bytes.length; at += step) {
        Path flipped = folder.resolve("flipped");
        copy(original, flipped);
        byte[] altered = bytes.clone();
        altered[at] ^= (byte) (1 << at % 8);
        Files.write(flipped.resolve(file.getFileName()), altered);
        flips++;
        long found = roundsOf(flipped);
        if (found == rounds) {
          opened++;
        } else if (found != REFUSED) {
          // opened without an error, but with data missing
          lost++;
        } else {
          found = roundsAfterRepair(flipped);
          if (found == rounds) {
            repaired++;
          } else if (found != REFUSED && found >= atLeast) {
            partly++;
          } else if (found == REFUSED && atLeast == 0) {
            // the record that creates the collection: the repair reports that nothing can be
            // verified
            unproven++;
          } else {
            lost++;
          }
        }
        for (Path copied : files(flipped)) {
          Files.delete(copied);
        }
        Files.delete(flipped);
      }
    }
    return new Fact(
        flips
            + " bytes of "
            + what
            + " flipped: "
            + opened
            + " opened with everything, "
            + repaired
            + " refused and repaired with everything, "
            + partly
            + " refused and repaired with the verified part, "
            + unproven
            + " refused since nothing can be verified, "
            + lost
            + " lost",
        lost == 0);
  }

  private static long roundsOf(Path collection) throws IOException {
    try (TeachableCollection opened = open(collection)) {
      return opened.learnt().progress().rounds();
    } catch (InvalidInputException e) {
      return REFUSED;
    }
  }

  /** The rounds after a repair. */
  private static long roundsAfterRepair(Path collection) throws IOException {
    try {
      TeachableCollection.repair(collection);
    } catch (InvalidInputException e) {
      return REFUSED;
    }
    return roundsOf(collection);
  }

  private static List<Path> files(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : files(from)) {
      Files.copy(file, to.resolve(file.getFileName()));
    }
  }

  /**
   * Sends a large feedback request and undoes it, while others write: they must not wait.
   *
   * @param comparisons how many comparisons the long request has
   * @param dimension the dimension of its dense vectors
   */
  List<Fact> fairness(int comparisons, int dimension) throws IOException, InterruptedException {
    Path collection = Files.createDirectories(folder.resolve("fairness"));
    List<Fact> facts = new ArrayList<>();
    try (ServedCollection service = ServedCollection.start(collection, SNAPSHOT_EVERY, "-Xmx4g")) {
      ServiceClient client = new ServiceClient(service.address());
      client.putItems(ITEMS, 20, 300, 1);
      for (int item = 0; item < 20; item += 4) {
        client.post("/api/items", wideItems(item, item + 4, dimension, true), null);
      }
      facts.addAll(
          beside(
              client,
              comparisons + " comparisons of " + dimension + " dimensions",
              () -> client.post("/api/feedback", wideFeedback(comparisons, 20), null)));
      facts.addAll(
          beside(client, "an undo of them", () -> client.post("/api/feedback/undo", "{}", null)));
    }
    return facts;
  }

  /**
   * Sends many feedback requests, undoes the last one while others write, and restarts after a
   * kill.
   *
   * @param requests how many requests of 1,000 comparisons to send
   */
  List<Fact> history(int requests) throws IOException, InterruptedException {
    Path collection = Files.createDirectories(folder.resolve("history"));
    List<Fact> facts = new ArrayList<>();
    long rounds;
    try (ServedCollection service = ServedCollection.start(collection, SNAPSHOT_EVERY, "-Xmx4g")) {
      ServiceClient client = new ServiceClient(service.address());
      client.putItems(ITEMS, 20, 300, 1);
      int taken = 0;
      for (int request = 0; request < requests; request++) {
        String body = ServiceClient.feedback(1000, k -> ServiceClient.comparison(random, ITEMS));
        taken += client.post("/api/feedback", body, null).statusCode() == 200 ? 1 : 0;
      }
      facts.add(
          new Fact(taken + " of " + requests + " requests of 1,000 taken", taken == requests));
      facts.addAll(
          beside(
              client,
              "an undo after " + requests + ",000 comparisons",
              () -> client.post("/api/feedback/undo", "{}", null)));
      rounds = client.comparisons();
    }
    long start = System.nanoTime();
    try (ServedCollection service = ServedCollection.start(collection, SNAPSHOT_EVERY, "-Xmx4g")) {
      double millis = (System.nanoTime() - start) / 1e6;
      long found = new ServiceClient(service.address()).comparisons();
      facts.add(
          new Fact(
              String.format(
                  Locale.ROOT,
                  "a start after a kill: %.1f s, %,d comparisons before it and %,d after it",
                  millis / 1e3,
                  rounds,
                  found),
              found >= rounds && millis < MOST_MILLIS));
    }
    return facts;
  }

  @FunctionalInterface
  private interface Request {
    HttpResponse<byte[]> send() throws IOException, InterruptedException;
  }

  /** Sends a request and, until it is answered, small feedback. */
  private List<Fact> beside(ServiceClient client, String what, Request request)
      throws IOException, InterruptedException {
    ConcurrentLinkedQueue<String> answers = new ConcurrentLinkedQueue<>();
    long start = System.nanoTime();
    Thread thread =
        new Thread(
            () -> {
              try {
                answers.add("status " + request.send().statusCode());
              } catch (IOException | InterruptedException e) {
                answers.add("failed: " + e);
              }
            });
    thread.start();
    int others = 0;
    int failed = 0;
    double slowest = 0;
    do {
      long sent = System.nanoTime();
      String body = ServiceClient.feedback(random, ITEMS);
      failed += client.post("/api/feedback", body, null).statusCode() == 200 ? 0 : 1;
      slowest = Math.max(slowest, (System.nanoTime() - sent) / 1e6);
      others++;
    } while (answers.isEmpty());
    thread.join();
    double seconds = (System.nanoTime() - start) / 1e9;
    String answer = answers.peek();
    return List.of(
        new Fact(
            String.format(
                Locale.ROOT,
                "%s: %s after %.1f s; %d other writers meanwhile, %d failed, slowest %.0f ms",
                what,
                answer,
                seconds,
                others,
                failed,
                slowest),
            answer.equals("status 200") && failed == 0 && slowest < MOST_MILLIS));
  }
}
