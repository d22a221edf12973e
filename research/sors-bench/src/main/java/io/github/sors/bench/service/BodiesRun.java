package io.github.sors.bench.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Sends many bodies of 4 MiB, full of small objects, to a service with a heap of 512 MB at the same
 * time, while a normal client searches and sends feedback.
 */
final class BodiesRun {

  private static final int ITEMS = 500;
  private static final String[] STARTS = {"[", "{\"feedback\":[", "{\"id\":["};

  /**
   * The result.
   *
   * @param statuses how often each status was the answer to a large body; 0 if the connection was
   *     closed
   * @param searches the requests of the normal client
   */
  record Result(Map<Integer, Integer> statuses, LoadRun.Timing searches) {

    /** Every large body was rejected with a reason, and every valid request was answered. */
    boolean isGood() {
      return searches.failed() == 0 && Set.of(400, 413, 503).containsAll(statuses.keySet());
    }
  }

  private final Path folder;
  private final int senders;

  /**
   * Creates a run.
   *
   * @param senders the number of concurrent senders
   */
  BodiesRun(Path folder, int senders) {
    this.folder = folder;
    this.senders = senders;
  }

  Result run(double seconds) throws IOException, InterruptedException {
    Path collection = folder.resolve("collection");
    Files.createDirectories(collection);
    try (ServedCollection service = ServedCollection.start(collection, 50_000, "-Xmx512m")) {
      new ServiceClient(service.address()).putItems(ITEMS, 50, 2000, 1);
      Map<Integer, Integer> statuses = new ConcurrentSkipListMap<>();
      long end = System.nanoTime() + (long) (seconds * 1e9);
      List<Thread> threads = new ArrayList<>();
      for (int k = 0; k < senders; k++) {
        byte[] request = request(STARTS[k % STARTS.length], k % 2 == 0 ? "items" : "feedback");
        Thread thread =
            new Thread(
                () -> {
                  while (System.nanoTime() < end) {
                    statuses.merge(send(service.port(), request), 1, Integer::sum);
                  }
                });
        threads.add(thread);
        thread.start();
      }
      GoodClients good = new GoodClients(new BlockingClient(service.address()), ITEMS);
      LoadRun.Timing searches = good.work(1, seconds, 1);
      for (Thread thread : threads) {
        thread.join();
      }
      return new Result(statuses, searches);
    }
  }

  private static byte[] request(String start, String path) {
    StringBuilder body = new StringBuilder(start);
    while (body.length() < (4 << 20) - 10) {
      body.append("{},");
    }
    body.append("{}").append(start.startsWith("{") ? "]}" : "]");
    String head =
        "POST /api/"
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Connection: close\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n";
    return (head + body).getBytes(StandardCharsets.US_ASCII);
  }

  private static int send(int port, byte[] request) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      OutputStream out = socket.getOutputStream();
      out.write(request);
      out.flush();
      InputStream in = socket.getInputStream();
      String line = new String(in.readNBytes(12), StandardCharsets.US_ASCII);
      return line.startsWith("HTTP/1.") ? Integer.parseInt(line.substring(9)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
