package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.server.http.RequestLimits;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All bodies together take so much memory only. */
class LargeBodiesTest {

  private static final int MEBIBYTE = 1 << 20;

  @TempDir Path folder;

  private static String item(int bytes) {
    return "{\"id\":\"a\",\"text\":\"cat\"}" + " ".repeat(bytes);
  }

  @Test
  void largeBodiesShareABudgetAndSmallOnesHaveTheirOwn() throws IOException {
    RequestLimits limits = RequestLimits.DEFAULT.withBodiesBytes(5 * MEBIBYTE);
    try (RunningService service =
            new RunningService(folder, options -> options.withLimits(limits));
        RawClient first = new RawClient(service)) {
      first.send(
          "POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: 4000000\r\n\r\n"
              + " ".repeat(2 * MEBIBYTE));
      awaitTaken(service, 2 * MEBIBYTE);
      RunningService.Answer refused = service.post("/api/items", item(2 * MEBIBYTE));
      assertThat(refused.status()).as(refused.body()).isEqualTo(503);
      assertThat(refused.response().headers().firstValue("Retry-After")).contains("1");
      assertThat(service.post("/api/items", item(1000)).status()).isEqualTo(200);
      first.hangUp();
      awaitTaken(service, 0);
      assertThat(service.post("/api/items", item(2 * MEBIBYTE)).status()).isEqualTo(200);
    }
  }

  /** Waits until the service holds so many bytes of bodies, or none. */
  private static void awaitTaken(RunningService service, int bytes) throws IOException {
    Await.until(
        bytes + " bytes of bodies are held",
        () -> bytes == 0 ? taken(service) == 0 : taken(service) >= bytes);
    assertThat(taken(service)).isLessThanOrEqualTo(2.0 * bytes);
  }

  private static double taken(RunningService service) throws IOException {
    return service
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("sors_bodies_bytes "))
        .mapToDouble(line -> Double.parseDouble(line.split(" ", -1)[1]))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsNotWantedIsRefusedBeforeItIsAllRead() throws IOException {
    try (RunningService service = new RunningService(folder)) {
      String many = "{},".repeat(MEBIBYTE);
      assertRefused(service.post("/api/items", "[" + many + "{}]"), 400, "an array");
      assertRefused(service.post("/api/feedback", "[" + many + "{}]"), 400, "an array");
      assertRefused(service.post("/api/feedback", "{\"feedback\":[" + many + "{}]}"), 400, "query");
      assertRefused(
          service.post("/api/items", "{\"id\":[" + many + "{}]}"), 413, "names and values");
      assertRefused(
          service.post("/api/feedback", "{\"query\":[" + many + "{}]}"), 413, "names and values");
      String comparison = "{\"query\":{\"item\":\"a\"},\"better\":\"b\",\"worse\":\"c\"}";
      assertRefused(
          service.post(
              "/api/feedback",
              "{\"feedback\":[" + (comparison + ",").repeat(1000) + comparison + "]}"),
          413,
          "1000 comparisons");
    }
  }

  private static void assertRefused(RunningService.Answer answer, int status, String words) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(words);
  }

  /** Bodies that are as the limits allow are taken while nobody else wants anything. */
  @Test
  void itemsInsideEveryLimitAreStored() throws IOException {
    try (RunningService service = new RunningService(folder)) {
      StringBuilder items = new StringBuilder();
      for (int k = 0; items.length() < 3_300_000; k++) {
        items.append("{\"id\":\"").append(k).append("\",\"vector\":[1");
        items.append(",1".repeat(4000)).append("]}\n");
      }
      HttpRequest request =
          service
              .request("/api/items")
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(items.toString()))
              .build();
      RunningService.Answer answer = service.send(request);
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }
  }
}
