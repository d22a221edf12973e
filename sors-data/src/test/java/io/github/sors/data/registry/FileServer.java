package io.github.sors.data.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real HTTP server on this machine that serves one file, and treats each request as told: in
 * order, or all further ones like the last.
 */
final class FileServer implements AutoCloseable {

  /** What the server does with a request. */
  @FunctionalInterface
  interface Behaviour {
    void answer(FileServer server, HttpExchange exchange) throws IOException;
  }

  /** One request as the server saw it. */
  record Request(String range, String ifRange) {}

  /** Serves the file, or the rest that was asked for if it is of the same version. */
  static final Behaviour WELL = (server, exchange) -> server.serve(exchange, true, true, 1);

  /** As {@link #WELL}, but the connection ends after half of the bytes. */
  static final Behaviour CUT = (server, exchange) -> server.serve(exchange, true, true, 0.5);

  /** Serves the whole file whatever part was asked for. */
  static final Behaviour WHOLE = (server, exchange) -> server.serve(exchange, false, true, 1);

  /** As {@link #WHOLE}, but the connection ends after half of the bytes. */
  static final Behaviour WHOLE_CUT = (server, exchange) -> server.serve(exchange, false, true, 0.5);

  /** Serves the rest that was asked for, of whatever version it was. */
  static final Behaviour CARELESS = (server, exchange) -> server.serve(exchange, true, false, 1);

  static Behaviour status(int status) {
    return (server, exchange) -> {
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    };
  }

  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deque<Behaviour> behaviours = new ArrayDeque<>();
  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  private volatile byte[] content;
  private volatile String etag = "\"first\"";
  private volatile String lastModified = "Sun, 15 Nov 2015 00:00:00 GMT";

  FileServer(byte[] content, Behaviour... behaviours) throws IOException {
    this(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0),
        content,
        behaviours);
  }

  FileServer(HttpServer server, byte[] content, Behaviour... behaviours) {
    this.server = server;
    this.content = content;
    this.behaviours.addAll(Arrays.asList(behaviours));
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + port() + "/file";
  }

  int port() {
    return server.getAddress().getPort();
  }

  List<Request> requests() {
    return List.copyOf(requests);
  }

  void change(byte[] newContent, String newEtag, String newLastModified) {
    content = newContent;
    etag = newEtag;
    lastModified = newLastModified;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Behaviour behaviour;
    synchronized (behaviours) {
      behaviour = behaviours.size() > 1 ? behaviours.poll() : behaviours.peek();
    }
    requests.add(
        new Request(
            exchange.getRequestHeaders().getFirst("Range"),
            exchange.getRequestHeaders().getFirst("If-Range")));
    behaviour.answer(this, exchange);
  }

  /** Sends the given share of the file, or of its rest, and then ends the connection. */
  private void serve(HttpExchange exchange, boolean ranges, boolean versions, double share)
      throws IOException {
    byte[] bytes = content;
    header(exchange, "ETag", etag);
    header(exchange, "Last-Modified", lastModified);
    String range = exchange.getRequestHeaders().getFirst("Range");
    String ifRange = exchange.getRequestHeaders().getFirst("If-Range");
    boolean same = ifRange == null || ifRange.equals(etag) || ifRange.equals(lastModified);
    int offset = 0;
    int status = 200;
    if (ranges && range != null && (same || !versions)) {
      Matcher matcher = RANGE.matcher(range);
      if (!matcher.matches()) {
        throw new IOException("expected the rest of a file, found a request for " + range);
      }
      offset = Integer.parseInt(matcher.group(1));
      if (offset >= bytes.length) {
        header(exchange, "Content-Range", "bytes */" + bytes.length);
        exchange.sendResponseHeaders(416, -1);
        exchange.close();
        return;
      }
      status = 206;
      header(
          exchange,
          "Content-Range",
          "bytes " + offset + "-" + (bytes.length - 1) + "/" + bytes.length);
    }
    int length = bytes.length - offset;
    exchange.sendResponseHeaders(status, length);
    exchange.getResponseBody().write(bytes, offset, (int) (length * share));
    exchange.getResponseBody().flush();
    exchange.close();
  }

  /** Sends half of the file and then nothing more until the latch opens. */
  void serveHalfAndWait(HttpExchange exchange, Runnable wait) throws IOException {
    byte[] bytes = content;
    header(exchange, "ETag", etag);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
    exchange.getResponseBody().flush();
    wait.run();
    exchange.close();
  }

  /** Serves the whole file in chunks, so that its length is not known before. */
  void serveChunked(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(content);
    exchange.close();
  }

  private static void header(HttpExchange exchange, String name, String value) {
    if (value != null) {
      exchange.getResponseHeaders().set(name, value);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
