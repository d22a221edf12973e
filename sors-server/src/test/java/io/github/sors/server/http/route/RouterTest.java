package io.github.sors.server.http.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RouterTest {

  private static final int IDLE_MILLIS = 100;
  private static final String LONG_TEXT = "long ".repeat(1_000);

  private final Router router =
      new Router(
          (exchange, path, scope) -> {
            if (scope == Scope.ADMIN) {
              throw new Problem(403, "not for you");
            }
          });
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server, 1, 1);

  @BeforeEach
  void start() throws Exception {
    router.add("GET", "/one/{name}", null, exchange -> text(exchange, exchange.pathParam("name")));
    router.add("GET", "/many/<id>", null, exchange -> text(exchange, exchange.pathParam("id")));
    router.add("GET", "/many/never", null, exchange -> text(exchange, "the first route is taken"));
    router.add("GET", "/long", null, exchange -> text(exchange, LONG_TEXT));
    router.add(
        "GET",
        "/query",
        null,
        exchange -> text(exchange, exchange.queryParam("q") + exchange.queryParams("more")));
    router.add("GET", "/secret", Scope.ADMIN, exchange -> text(exchange, "secret"));
    router.add(
        "GET",
        "/broken",
        null,
        exchange -> {
          throw new IllegalStateException("broken on purpose");
        });
    router.add(
        "GET",
        "/slow",
        null,
        exchange -> {
          exchange
              .request()
              .getConnectionMetaData()
              .getConnection()
              .getEndPoint()
              .setIdleTimeout(IDLE_MILLIS);
          CompletableFuture.delayedExecutor(5 * IDLE_MILLIS, TimeUnit.MILLISECONDS)
              .execute(() -> text(exchange, "done"));
        });
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(router);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  private static void text(Exchange exchange, String text) {
    exchange.contentType("text/plain").answer(text.getBytes(StandardCharsets.UTF_8));
  }

  private HttpResponse<byte[]> get(String path, String... headers)
      throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + connector.getLocalPort() + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(address);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray());
  }

  private String textAt(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = get(path);
    assertThat(answer.statusCode()).isEqualTo(200);
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  @Test
  void partsOfThePathAreDecoded() throws Exception {
    assertThat(textAt("/one/a+b%20%C3%A9")).isEqualTo("a+b é");
    assertThat(textAt("/one/name/")).isEqualTo("name");
    assertThat(textAt("/many/a/b/c")).isEqualTo("a/b/c");
    assertThat(textAt("/many/never")).isEqualTo("never");
    assertThat(get("/one/a/b").statusCode()).isEqualTo(404);
    assertThat(get("/one/").statusCode()).isEqualTo(404);
  }

  @Test
  void parametersOfTheAddressAreDecoded() throws Exception {
    assertThat(textAt("/query?q=a+b%26&more=1&more=2")).isEqualTo("a b&[1, 2]");
    assertThat(textAt("/query")).isEqualTo("null[]");
    assertThat(get("/query?q=%FF").statusCode()).isEqualTo(400);
  }

  @Test
  void longAnswersAreCompressedForThoseWhoUnderstandIt() throws Exception {
    HttpResponse<byte[]> packed = get("/long", "Accept-Encoding", "br;q=1.0, gzip;q=0.5");
    assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(packed.headers().firstValue("Vary")).contains("Accept-Encoding");
    assertThat(packed.body()).hasSizeLessThan(LONG_TEXT.length() / 10);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(LONG_TEXT);

    HttpResponse<byte[]> refused = get("/long", "Accept-Encoding", "gzip;q=0");
    assertThat(refused.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(refused.body()).hasSize(LONG_TEXT.length());
    assertThat(get("/one/short", "Accept-Encoding", "gzip").headers().map())
        .doesNotContainKey("content-encoding");
  }

  @Test
  void anAnswerMayTakeLongerThanAConnectionMayBeIdle() throws Exception {
    assertThat(textAt("/slow")).isEqualTo("done");
  }

  @Test
  void whatAHandlerThrowsIsAnswered() throws Exception {
    assertThat(get("/secret").statusCode()).isEqualTo(403);
    HttpResponse<byte[]> broken = get("/broken");
    assertThat(broken.statusCode()).isEqualTo(500);
    assertThat(broken.body())
        .asString(StandardCharsets.UTF_8)
        .contains("an unexpected error")
        .doesNotContain("on purpose");
  }
}
