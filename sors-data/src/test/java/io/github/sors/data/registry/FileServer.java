package io.github.sors.data.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

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

  /** Serves the file. */
  static final Behaviour WELL = (server, exchange) -> server.serve(exchange, 1);

  /** As {@link #WELL}, but the connection ends after half of the bytes. */
  static final Behaviour CUT = (server, exchange) -> server.serve(exchange, 0.5);

  static Behaviour status(int status) {
    return (server, exchange) -> {
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    };
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deque<Behaviour> behaviours = new ArrayDeque<>();
  private final AtomicInteger requests = new AtomicInteger();
  private volatile byte[] content;

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

  int requests() {
    return requests.get();
  }

  void change(byte[] newContent) {
    content = newContent;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Behaviour behaviour;
    synchronized (behaviours) {
      behaviour = behaviours.size() > 1 ? behaviours.poll() : behaviours.peek();
    }
    requests.incrementAndGet();
    behaviour.answer(this, exchange);
  }

  /** Sends the given share of the file, and then ends the connection. */
  private void serve(HttpExchange exchange, double share) throws IOException {
    byte[] bytes = content;
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes, 0, (int) (bytes.length * share));
    exchange.getResponseBody().flush();
    exchange.close();
  }

  /** Sends half of the file and then nothing more until the latch opens. */
  void serveHalfAndWait(HttpExchange exchange, Runnable wait) throws IOException {
    byte[] bytes = content;
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

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
