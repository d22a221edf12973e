package io.github.sors.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.InvalidInputException;
import io.github.sors.server.collection.CopiedCollection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Asks a running service to do something. */
final class ServiceClient {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TO_CONNECT = Duration.ofSeconds(10);

  private final URI address;
  private final String token;

  /**
   * Creates a client.
   *
   * @param address the address of the service, such as http://127.0.0.1:8080
   * @param tokenFile the file whose only line is the token, or null if none is needed
   */
  ServiceClient(String address, Path tokenFile) throws IOException {
    this.address = parsed(address);
    this.token = tokenFile == null ? null : token(tokenFile);
  }

  private static URI parsed(String address) {
    try {
      URI uri = new URI(address.endsWith("/") ? address : address + "/");
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // reported below, like every invalid address
    }
    throw new InvalidInputException(
        "--service: expected an address such as http://127.0.0.1:8080, found '" + address + "'");
  }

  private static String token(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new InvalidInputException("--token-file: there is no file " + file);
    }
    String token = Files.readString(file).strip();
    if (token.isEmpty() || !token.chars().allMatch(c -> c > 32 && c < 127)) {
      throw new InvalidInputException("expected a token as the only line of " + file);
    }
    return token;
  }

  /**
   * Makes a backup.
   *
   * @param collection the name of a further collection, or null for the default one
   * @param name the name of the backup, or null for the time
   * @return what the service has copied
   */
  CopyReport backup(String collection, String name) throws IOException {
    ObjectNode body = JSON.createObjectNode();
    if (name != null) {
      body.put("name", name);
    }
    JsonNode done =
        post((collection == null ? "" : "collections/" + collection + "/") + "backups", body);
    return new CopyReport(
        "backed up to ",
        "name",
        done.path("name").asText(),
        new CopiedCollection(done.path("files").asInt(), done.path("sequence").asLong()));
  }

  private JsonNode post(String path, ObjectNode body) throws IOException {
    HttpRequest.Builder request;
    try {
      request = HttpRequest.newBuilder(address.resolve("api/v1/" + path));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "--collection: '" + path + "' cannot be part of an address", e);
    }
    request
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    HttpResponse<byte[]> answer;
    try {
      answer =
          HttpClient.newBuilder()
              .connectTimeout(TO_CONNECT)
              .build()
              .send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(
          "interrupted while the service was working; the service continues");
    } catch (IOException e) {
      throw new IOException(address + " does not answer: " + e, e);
    }
    if (answer.statusCode() != 200) {
      throw refused(answer);
    }
    return JSON.readTree(answer.body());
  }

  private InvalidInputException refused(HttpResponse<byte[]> answer) {
    String detail;
    try {
      detail = JSON.readTree(answer.body()).path("detail").asText();
    } catch (IOException e) {
      detail = "this does not look like a sors service";
    }
    return new InvalidInputException(address + " answered " + answer.statusCode() + ": " + detail);
  }
}
