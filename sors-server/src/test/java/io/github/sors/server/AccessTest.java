package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.server.http.Access;
import io.github.sors.server.http.Token;
import io.github.sors.server.http.Tokens;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may ask for what. */
class AccessTest {

  private static final String ITEM = "{\"id\":\"a\",\"text\":\"b\"}";

  @TempDir Path folder;

  private Path tokens(String... lines) throws IOException {
    return Files.writeString(folder.resolve("tokens"), String.join("\n", lines));
  }

  private static String line(String name, String scopes, int rate) {
    return Token.of(name, scopes, name + "'s long secret", rate).line();
  }

  private RunningService service(Access access) throws IOException {
    return new RunningService(folder.resolve("c"), options -> options.withAccess(access));
  }

  private static int status(
      RunningService service, String method, String path, String body, String name)
      throws IOException {
    HttpRequest.Builder request =
        service
            .request(path)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (name != null) {
      request.header("Authorization", "Bearer " + name + "'s long secret");
    }
    return service.send(request.build()).status();
  }

  @Test
  void tokensAllowWhatTheirScopesSay() throws IOException {
    Path file =
        tokens(
            "# who may do what",
            line("reader", "read", 0),
            line("teacher", "read,feedback", 0),
            line("loader", "items", 0),
            line("boss", "admin", 0));
    assertThat(Files.readString(file)).doesNotContain("secret");
    Access access = new Access(Tokens.inFile(file), true, Access.LOCAL_NAMES, false);
    try (RunningService service = service(access)) {
      assertThat(status(service, "POST", "/api/items", ITEM, null)).isEqualTo(401);
      assertThat(status(service, "POST", "/api/items", ITEM, "nobody")).isEqualTo(401);
      assertThat(status(service, "POST", "/api/items", ITEM, "reader")).isEqualTo(403);
      assertThat(status(service, "POST", "/api/items", ITEM, "teacher")).isEqualTo(403);
      assertThat(status(service, "POST", "/api/items", ITEM, "loader")).isEqualTo(200);
      assertThat(status(service, "GET", "/api/items/a", "", "loader")).isEqualTo(403);
      assertThat(status(service, "GET", "/api/items/a", "", "reader")).isEqualTo(200);
      assertThat(status(service, "GET", "/api/v1/items/a", "", null)).isEqualTo(401);
      assertThat(status(service, "POST", "/api/search", "{\"text\":\"b\"}", null)).isEqualTo(401);
      assertThat(status(service, "POST", "/api/search", "{\"text\":\"b\"}", "reader"))
          .isEqualTo(200);
      assertThat(status(service, "POST", "/api/feedback/undo", "{}", "reader")).isEqualTo(403);
      assertThat(status(service, "POST", "/api/feedback/undo", "{}", "teacher")).isEqualTo(409);
      assertThat(status(service, "POST", "/api/feedback/undo", "{}", "boss")).isEqualTo(409);
      assertThat(status(service, "PUT", "/api/collections/x", "{}", "loader")).isEqualTo(403);
      assertThat(status(service, "PUT", "/api/v1/collections/x", "{}", "loader")).isEqualTo(403);
      assertThat(status(service, "PUT", "/api/collections/x", "{}", "boss")).isEqualTo(409);
      assertThat(status(service, "GET", "/api/ready", "", null)).isEqualTo(200);
    }
  }

  /** Closing on a sender resets the connection, and the reset overtakes the answer. */
  @Test
  void whoSendsMuchWithoutATokenIsToldSo() throws IOException {
    Access access =
        new Access(Tokens.of("a long secret of the service"), false, Access.LOCAL_NAMES, false);
    try (RunningService service = service(access)) {
      for (int k = 0; k < 20; k++) {
        assertThat(status(service, "POST", "/api/items", ITEM + " ".repeat(3 << 20), null))
            .isEqualTo(401);
      }
    }
  }

  @Test
  void tokensAreChangedWithoutARestart() throws Exception {
    Path file = tokens(line("old", "admin", 0));
    Access access = new Access(Tokens.inFile(file), false, Access.LOCAL_NAMES, false);
    try (RunningService service = service(access)) {
      assertThat(status(service, "POST", "/api/items", ITEM, "old")).isEqualTo(200);
      Files.writeString(file, line("new", "admin", 0) + "\n" + line("other", "read", 0));
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() + 5000));
      Await.until(
          "the new tokens are used",
          () -> status(service, "POST", "/api/items", ITEM, "new") == 200);
      assertThat(status(service, "POST", "/api/items", ITEM, "old")).isEqualTo(401);
      try (LoggedMessages logged = LoggedMessages.of(Tokens.class)) {
        Files.writeString(file, "what is this?");
        Await.until(
            "the changed file is read and refused",
            () -> {
              assertThat(status(service, "POST", "/api/items", ITEM, "new")).isEqualTo(200);
              return logged.has("the previous ones stay valid");
            });
      }
      assertThat(status(service, "POST", "/api/items", ITEM, "new")).isEqualTo(200);
    }
  }

  @Test
  void aTokenMayBeShownSoOftenOnly() throws IOException {
    Path file = tokens(line("busy", "admin", 2), line("other", "admin", 0));
    Access access = new Access(Tokens.inFile(file), false, Access.LOCAL_NAMES, false);
    try (RunningService service = service(access)) {
      Set<Integer> statuses = new HashSet<>();
      for (int k = 0; k < 300 && !statuses.contains(429); k++) {
        statuses.add(status(service, "GET", "/api/ready", "", "busy"));
      }
      assertThat(statuses).containsExactlyInAnyOrder(200, 429);
      assertThat(status(service, "GET", "/api/ready", "", "other")).isEqualTo(200);
      assertThat(status(service, "GET", "/api/ready", "", null)).isEqualTo(200);
    }
  }

  @Test
  void filesThatHoldNoTokensAreToldWithTheLine() throws IOException {
    assertThatThrownBy(() -> Tokens.inFile(tokens("# nothing")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("at least one token");
    String good = line("a", "read", 0);
    for (String bad :
        new String[] {
          "a read", good.replace("read", "write"), good + " rate=x", good.replace("sha256", "md5")
        }) {
      assertThatThrownBy(() -> Tokens.inFile(tokens(good, bad)))
          .as(bad)
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("line 2");
    }
    assertThatThrownBy(() -> Tokens.inFile(folder.resolve("missing")))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> Tokens.oneInFile(tokens("short")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("16 characters");
  }

  private static String raw(RunningService service, String path, String host, String header)
      throws IOException {
    try (RawClient client = new RawClient(service)) {
      client.send(
          "GET "
              + path
              + " HTTP/1.1\r\nHost: "
              + host
              + "\r\n"
              + header
              + "Connection: close\r\n\r\n");
      return client.readAll();
    }
  }

  @Test
  void aProxyIsAnsweredUnderThePublicNameAndWithATokenOnly() throws IOException {
    Set<String> names = new HashSet<>(Access.LOCAL_NAMES);
    names.add("news.example");
    String forwarded = "X-Forwarded-For: 198.51.100.7\r\n";
    try (RunningService service = service(new Access(null, false, names, false))) {
      assertThat(raw(service, "/api/model", "news.example:443", "")).startsWith("HTTP/1.1 200");
      assertThat(raw(service, "/api/model", "evil.example", "")).startsWith("HTTP/1.1 421");
      assertThat(raw(service, "/api/model", "news.example", forwarded))
          .startsWith("HTTP/1.1 403")
          .contains("start it with tokens");
      assertThat(raw(service, "/", "news.example", "Via: 1.1 proxy\r\n"))
          .startsWith("HTTP/1.1 403");
      assertThat(raw(service, "/api/ready", "news.example", forwarded)).startsWith("HTTP/1.1 200");
    }
    try (RunningService service = service(new Access(null, false, names, true))) {
      assertThat(raw(service, "/api/model", "news.example", forwarded)).startsWith("HTTP/1.1 200");
    }
    Access access = new Access(Tokens.of("a long secret of the service"), true, names, false);
    try (RunningService service = service(access)) {
      assertThat(raw(service, "/api/model", "news.example", forwarded)).startsWith("HTTP/1.1 401");
      String token = "Authorization: Bearer a long secret of the service\r\n";
      assertThat(raw(service, "/api/model", "news.example", forwarded + token))
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void requestsAreWrittenToAFileWithTheNameOfTheToken() throws Exception {
    Path log = folder.resolve("access.log");
    Path file = tokens(line("reader", "read", 0));
    Access access = new Access(Tokens.inFile(file), true, Access.LOCAL_NAMES, false);
    try (RunningService service =
        new RunningService(
            folder.resolve("c"), options -> options.withAccess(access).withAccessLog(log))) {
      status(service, "GET", "/api/search?text=cat", "", "reader");
      status(service, "GET", "/api/search?text=cat", "", null);
      Await.until(
          "both requests are logged",
          () -> Files.exists(log) && Files.readAllLines(log).size() == 2);
    }
    assertThat(Files.readString(log)).doesNotContain("secret");
    assertThat(Files.readAllLines(log).get(0))
        .contains(" reader [", "\"GET /api/search?text=cat HTTP/1.1\" 200 ");
    assertThat(Files.readAllLines(log).get(1)).contains("\" 401 ");
  }
}
