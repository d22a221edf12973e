package io.github.sors.bench.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Sends requests on the calling thread, over connections that stay open.
 *
 * <p>For measuring: a client that passes requests between threads, such as Java's HttpClient, uses
 * more processor time, which it shares with the service, and its own delays would count as the
 * service's.
 */
final class BlockingClient {

  static {
    // keep one connection per thread open, and never send a request twice
    System.setProperty("http.maxConnections", "64");
    System.setProperty("sun.net.http.retryPost", "false");
  }

  private final String address;

  BlockingClient(String address) {
    this.address = address;
  }

  /** Gets an address, reads the answer and returns its status. */
  int get(String path) throws IOException {
    return status(open(path));
  }

  /** Posts JSON, reads the answer and returns its status. */
  int post(String path, String body) throws IOException {
    HttpURLConnection connection = open(path);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(bytes.length);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(bytes);
    }
    return status(connection);
  }

  private HttpURLConnection open(String path) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(address + path).toURL().openConnection();
    connection.setConnectTimeout(5_000);
    connection.setReadTimeout(30_000);
    return connection;
  }

  private static int status(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    // read completely, so that the connection can be reused
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      if (in != null) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
    return status;
  }
}
