package io.github.sors.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.http.RequestLimits;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** A service on a port of its own, and a client that talks to it over the socket. */
final class RunningService implements AutoCloseable {

  static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final SorsService service;

  RunningService(Path folder) throws IOException {
    this(folder, (Path) null);
  }

  RunningService(Path folder, Path model) throws IOException {
    this(folder, model, null, false, CollectionLimits.DEFAULT);
  }

  RunningService(Path folder, String token, boolean tokenForReads, CollectionLimits limits)
      throws IOException {
    this(folder, null, token, tokenForReads, limits);
  }

  private RunningService(
      Path folder, Path model, String token, boolean tokenForReads, CollectionLimits limits)
      throws IOException {
    this(
        folder,
        model,
        limits,
        new HttpServer.Options("127.0.0.1", 0, token, tokenForReads, true, RequestLimits.DEFAULT));
  }

  /** A service whose usual options are altered. */
  RunningService(Path folder, UnaryOperator<HttpServer.Options> altered) throws IOException {
    this(
        folder,
        null,
        CollectionLimits.DEFAULT,
        altered.apply(
            new HttpServer.Options("127.0.0.1", 0, null, false, true, RequestLimits.DEFAULT)));
  }

  private RunningService(
      Path folder, Path model, CollectionLimits limits, HttpServer.Options options)
      throws IOException {
    service = SorsService.start(folder, CollectionSettings.DEFAULT, model, limits, null, options);
  }

  SorsService service() {
    return service;
  }

  String address() {
    return "http://127.0.0.1:" + service.port();
  }

  /** What was answered. */
  record Answer(int status, String type, String body, HttpResponse<String> response) {

    JsonNode json() throws IOException {
      return JSON.readTree(body);
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address() + path));
  }

  Answer send(HttpRequest request) throws IOException {
    try {
      HttpResponse<String> response =
          CLIENT.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.body(),
          response);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Answer get(String path) throws IOException {
    return send(request(path).build());
  }

  Answer post(String path, String body, String... headers) throws IOException {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  /** Sends a body of another type than JSON. */
  Answer postAs(String type, String path, String body) throws IOException {
    return send(
        request(path)
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  /** What the lines of a hit's explanation add up to. */
  static double explained(JsonNode hit) {
    double sum =
        hit.at("/others/contribution").doubleValue() + hit.at("/vector/contribution").doubleValue();
    for (JsonNode pair : hit.get("explanation")) {
      sum += pair.get("contribution").doubleValue();
    }
    return sum;
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public void close() throws IOException {
    service.close();
  }
}
