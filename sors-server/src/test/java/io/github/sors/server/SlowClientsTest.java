package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.server.http.ConnectionLimits;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are slow hold up nobody but themselves. */
class SlowClientsTest {

  // more than the service has threads
  private static final int SLOW = 60;
  private static final String POST =
      "POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

  @TempDir Path folder;
  private final List<RawClient> clients = new ArrayList<>();

  @AfterEach
  void closeClients() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
  }

  private RawClient connect(RunningService service, int receiveBuffer) throws IOException {
    RawClient client = new RawClient(service, receiveBuffer);
    clients.add(client);
    return client;
  }

  private static void assertOthersAreServed(RunningService service) throws IOException {
    for (int k = 0; k < 5; k++) {
      HttpRequest search =
          service.request("/api/search?text=cat").timeout(Duration.ofSeconds(15)).build();
      assertThat(service.send(search).status()).isEqualTo(200);
      assertThat(service.post("/api/items", "{\"id\":\"a\",\"text\":\"cat\"}").status())
          .isEqualTo(200);
    }
  }

  @Test
  void slowBodiesHoldNoThread() throws IOException {
    try (RunningService service = new RunningService(folder)) {
      for (int k = 0; k < SLOW; k++) {
        connect(service, 0).send(POST + "Content-Length: 1000\r\n\r\n{");
      }
      assertOthersAreServed(service);
      for (RawClient client : clients) {
        client.send(" ");
      }
      assertOthersAreServed(service);
    }
  }

  private static void putLargeItems(RunningService service, int count) throws IOException {
    StringBuilder items = new StringBuilder();
    for (int k = 0; k < count; k++) {
      items.append("{\"id\":\"").append(k).append("\",\"text\":\"cat\",\"title\":\"");
      items.append("x".repeat(500)).append("\"}\n");
    }
    assertThat(service.post("/api/items", items.toString()).status()).isEqualTo(200);
  }

  @Test
  void slowReadersHoldNoThread() throws IOException {
    try (RunningService service = new RunningService(folder)) {
      putLargeItems(service, 200);
      String search = "GET /api/search?text=cat&top=200 HTTP/1.1\r\nHost: localhost\r\n\r\n";
      for (int k = 0; k < SLOW; k++) {
        // some 5 MB, more than the kernel buffers
        connect(service, 2048).send(search.repeat(45));
      }
      assertOthersAreServed(service);
    }
  }

  private RunningService impatientService() throws IOException {
    ConnectionLimits limits = new ConnectionLimits(30, 20, Duration.ofSeconds(2), 1 << 20);
    return new RunningService(folder, options -> options.withConnections(limits));
  }

  @Test
  void whoIsTooSlowIsGivenUp() throws IOException {
    try (RunningService service = impatientService()) {
      RawClient header = connect(service, 0);
      header.send("GET /api/model HTTP/1.1\r\nHost: loc");
      RawClient body = connect(service, 0);
      body.send(POST + "Content-Length: 1000\r\n\r\n{");
      RawClient chunked = connect(service, 0);
      chunked.send(POST + "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"id\r\n");
      // goes on byte by byte, as an idle connection is closed by another limit
      assertThat(header.isClosedWhileSending()).isTrue();
      for (RawClient slow : List.of(body, chunked)) {
        assertThat(slow.readAll()).startsWith("HTTP/1.1 408").contains("problem+json", "too slow");
      }
    }
  }

  /** Slower than allowed, and fast enough that the connection never counts as idle. */
  @Test
  void whoReadsTooSlowlyIsGivenUp() throws IOException {
    try (RunningService service = impatientService()) {
      putLargeItems(service, 1000);
      RawClient client = connect(service, 1 << 16);
      String search = "GET /api/search?text=cat&top=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n";
      client.send(search.repeat(400));
      assertThat(client.isClosedWhileReading(1 << 17)).isTrue();
      assertOthersAreServed(service);
    }
  }

  @Test
  void whoHasAskedOnceIsNotTakenForOneThatNeverAsks() throws IOException {
    ConnectionLimits limits = new ConnectionLimits(30, 20, Duration.ofMinutes(1), 1);
    try (RunningService service =
        new RunningService(folder, options -> options.withConnections(limits))) {
      RawClient first = connect(service, 0);
      first.send("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(first.readStart()).isEqualTo("HTTP/1.1 200");
      for (int k = 0; k < 100; k++) {
        connect(service, 0);
      }
      assertOthersAreServed(service);
      first.send("GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(first.readAll()).as("the rest, and a second answer").contains("HTTP/1.1 200");
    }
  }

  @Test
  void connectionsThatAskNothingGiveWayToThoseThatDo() throws IOException {
    ConnectionLimits limits = new ConnectionLimits(30, 20, Duration.ofMinutes(1), 1);
    try (RunningService service =
        new RunningService(folder, options -> options.withConnections(limits))) {
      for (int k = 0; k < 100; k++) {
        RawClient slow = connect(service, 0);
        slow.send("GET /api/model HTTP/1.1\r\nHost: loc");
      }
      assertOthersAreServed(service);
      long open = 0;
      for (RawClient client : clients) {
        open += client.isOpen() ? 1 : 0;
      }
      assertThat(open).isBetween(1L, 20L);
    }
  }
}
