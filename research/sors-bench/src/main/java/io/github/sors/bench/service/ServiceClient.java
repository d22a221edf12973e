package io.github.sors.bench.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** A client of a service; generated items depend on a seed. */
final class ServiceClient {

  // the maximum time of the service to answer a change
  private static final Duration LONGEST_CHANGE = Duration.ofMinutes(10);

  // the maximum time to publish what was acknowledged, on a machine with other work
  private static final Duration PUBLISHING = Duration.ofMinutes(1);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ITEMS_A_REQUEST = 250;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final String address;

  ServiceClient(String address) {
    this.address = address;
  }

  HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path)).timeout(Duration.ofSeconds(30)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
  }

  JsonNode getJson(String path) throws IOException, InterruptedException {
    return JSON.readTree(get(path).body());
  }

  HttpResponse<byte[]> post(String path, String body, String key)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(LONGEST_CHANGE)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  long rounds() throws IOException, InterruptedException {
    return getJson("/api/model").get("rounds").asLong();
  }

  /**
   * Waits until as many comparisons as expected are published, which may be a while after they were
   * acknowledged; returns how many there are, also if the wait was in vain.
   */
  long awaitComparisons(long expected) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PUBLISHING.toNanos();
    long comparisons = comparisons();
    while (comparisons != expected && System.nanoTime() < deadline) {
      Thread.sleep(20);
      comparisons = comparisons();
    }
    return comparisons;
  }

  /** The comparisons that were learnt and published. */
  long comparisons() throws IOException, InterruptedException {
    JsonNode model = getJson("/api/model");
    return model.get("rounds").asLong();
  }

  /**
   * Adds items with about the given number of features each; frequent features are in many items.
   */
  void putItems(int count, int features, int vocabulary, long seed)
      throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder body = new StringBuilder();
    for (int item = 0; item < count; item++) {
      ObjectNode values = JSON.createObjectNode();
      int size = features * 3 / 4 + random.nextInt(features / 2 + 1);
      for (int k = 0; k < size; k++) {
        // distributed like words: the n-th is about 1/n as frequent as the first
        String word = "w" + ((int) Math.pow(vocabulary, random.nextDouble()) - 1);
        if (!values.has(word)) {
          values.put(word, 1 + random.nextInt(3));
        }
      }
      body.append(item(Integer.toString(item), values));
      if ((item + 1) % ITEMS_A_REQUEST == 0 || item + 1 == count) {
        HttpResponse<byte[]> answer = post("/api/items", body.toString(), null);
        if (answer.statusCode() != 200) {
          throw new UncheckedIOException(
              new IOException("items: " + new String(answer.body(), StandardCharsets.UTF_8)));
        }
        body.setLength(0);
      }
    }
  }

  /** Generates feedback about the first {@code items} items. */
  static String feedback(SplittableRandom random, int items) {
    return comparison(random, items).toString();
  }

  /** Generates a comparison of some of the first {@code items} items. */
  static ObjectNode comparison(SplittableRandom random, int items) {
    int query = random.nextInt(items);
    int better = random.nextInt(items);
    int worse = (better + 1 + random.nextInt(items - 1)) % items;
    return comparison(Integer.toString(query), Integer.toString(better), Integer.toString(worse));
  }

  /** An item as a line of the body of a request. */
  static String item(String id, ObjectNode features) {
    return JSON.createObjectNode().put("id", id).set("features", features) + "\n";
  }

  /** A comparison of two items for a third. */
  static ObjectNode comparison(String query, String better, String worse) {
    ObjectNode comparison = JSON.createObjectNode();
    comparison.putObject("query").put("item", query);
    return comparison.put("better", better).put("worse", worse);
  }

  /** The body of a request with several comparisons. */
  static String feedback(int count, IntFunction<ObjectNode> comparisons) {
    ObjectNode body = JSON.createObjectNode();
    ArrayNode list = body.putArray("feedback");
    for (int k = 0; k < count; k++) {
      list.add(comparisons.apply(k));
    }
    return body.toString();
  }
}
