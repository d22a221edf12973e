package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTTP as it should be, and what is answered where it is not. */
class ProtocolTest {

  private static final String LOCAL = "Host: localhost\r\nConnection: close\r\n";

  @TempDir Path folder;
  private RunningService service;

  @BeforeEach
  void start() throws IOException {
    service = new RunningService(folder);
    service.post("/api/items", "{\"id\":\"cat\",\"text\":\"the cat\"}");
  }

  @AfterEach
  void stop() throws IOException {
    service.close();
  }

  private String answerTo(String request) throws IOException {
    try (RawClient client = new RawClient(service)) {
      client.send(request);
      return client.readAll();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, GET /api/model HTTP/1.1|Connection: close||",
    "505, GET /api/model HTTP/9.9|Host: localhost||",
    "431, GET /api/model HTTP/1.1|Host: localhost|X: LONG||",
    "417, POST /api/items HTTP/1.1|Host: localhost|Connection: close|Expect: 300-what|Content-Length: 3||abc",
    "426, PRI * HTTP/2.0||SM||",
    "400, garbage||",
    "400, GET /api/model HTTP/1.1|Host: [||",
    "400, GET /api/model HTTP/1.1|Host: a b|Connection: close||",
    "400, GET /api/model HTTP/1.1|Host: localhost:99999999|Connection: close||",
    "400, POST /api/items HTTP/1.1|Host: localhost|Content-Length: -5||",
    "400, GET /api/items/%ff%fe%0 HTTP/1.1|Host: localhost|Connection: close||",
    "405, BREW /api/items HTTP/1.1|Host: localhost|Connection: close||"
  })
  void whateverIsRefusedIsTold(int status, String request) throws IOException {
    String text = request.replace("|", "\r\n").replace("LONG", "y".repeat(20_000));
    String answer = answerTo(text);
    assertThat(answer).startsWith("HTTP/1.1 " + status);
    assertThat(answer).contains("Content-Type: application/problem+json");
    JsonNode problem =
        RunningService.JSON.readTree(answer.substring(answer.indexOf("\r\n\r\n")).strip());
    assertThat(problem.get("status").asInt()).isEqualTo(status);
  }

  @Test
  void headIsAnsweredAsGetWithoutTheBody() throws IOException {
    String there = answerTo("HEAD /api/items/cat HTTP/1.1\r\n" + LOCAL + "\r\n");
    assertThat(there).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
    assertThat(answerTo("HEAD /api/items/nobody HTTP/1.1\r\n" + LOCAL + "\r\n"))
        .startsWith("HTTP/1.1 404")
        .endsWith("\r\n\r\n");
    assertThat(answerTo("HEAD /page.js HTTP/1.1\r\n" + LOCAL + "\r\n")).startsWith("HTTP/1.1 200");
    String events = "HEAD /api/events HTTP/1.1\r\nAccept: text/event-stream\r\n";
    assertThat(answerTo(events + LOCAL + "\r\n")).startsWith("HTTP/1.1 200");
  }

  @Test
  void methodsThatAnAddressDoesNotTakeAreToldWhichItDoes() throws IOException {
    HttpRequest request = service.request("/api/feedback").DELETE().build();
    RunningService.Answer answer = service.send(request);
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.response().headers().firstValue("Allow")).contains("POST");
    RunningService.Answer put =
        service.send(
            service
                .request("/api/items/cat")
                .PUT(HttpRequest.BodyPublishers.ofString("{}"))
                .build());
    assertThat(put.status()).isEqualTo(405);
    assertThat(put.response().headers().firstValue("Allow").orElse("").split(", ", -1))
        .containsExactlyInAnyOrder("GET", "HEAD", "DELETE");
  }

  @Test
  void theKeyOfARollbackIsNotTheKeyOfAnUndo() throws IOException {
    service.post("/api/items", "{\"id\":\"dog\",\"text\":\"the dog\"}");
    String body = "{\"query\":{\"text\":\"a\"},\"better\":\"cat\",\"worse\":\"dog\"}";
    long version = service.post("/api/versions", "{\"name\":\"v\"}").json().get("number").asLong();
    assertThat(service.post("/api/feedback", body).status()).isEqualTo(200);
    // both take the same body
    String[] key = {"Idempotency-Key", "k"};
    String rollback = "/api/versions/" + version + "/rollback";
    assertThat(service.post(rollback, "{}", key).status()).isEqualTo(200);
    RunningService.Answer undo = service.post("/api/feedback/undo", "{}", key);
    assertThat(undo.status()).as(undo.body()).isEqualTo(422);
  }

  @Test
  void hostileHostsDoNotFloodTheLog() throws IOException {
    List<String> logged = new ArrayList<>();
    Handler listener =
        new Handler() {
          @Override
          public synchronized void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
              logged.add(entry.getMessage());
            }
          }

          @Override
          public void flush() {
            // nothing is kept back
          }

          @Override
          public void close() {
            // nothing to close
          }
        };
    Logger root = Logger.getLogger("");
    root.addHandler(listener);
    try {
      for (String host :
          new String[] {
            "[",
            "a b",
            "a:b:c",
            "localhost:99999999",
            "evil.example",
            "\u00e9",
            "a/b",
            "[::1",
            "a@b",
            "%00",
            "localhost:-1",
            "-",
            "_",
            "a..b",
            "1.2.3.4.5",
            ":",
            ":80",
            "localhost\r\nHost: localhost",
            "localhost\r\nContent-Length: 1\r\nContent-Length: 2",
            "localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 2",
            "localhost\r\nTransfer-Encoding: what",
            "localhost\r\n: nameless",
            "localhost\r\n folded"
          }) {
        answerTo("GET /api/model HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
      }
    } finally {
      root.removeHandler(listener);
    }
    assertThat(logged).isEmpty();
  }
}
