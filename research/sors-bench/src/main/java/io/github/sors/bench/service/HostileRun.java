package io.github.sors.bench.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends invalid requests to a service: random bytes, truncated and huge bodies, deep nesting, wrong
 * types, tricks with paths and headers, connections that end in the middle.
 *
 * <p>Each is sent over its own socket. Valid requests are sent in between, all of which have to be
 * answered.
 */
final class HostileRun {

  private static final Pattern LIVE_THREADS =
      Pattern.compile("(?m)^jvm_threads_live_threads ([0-9.E]+)$");
  private static final int GOOD_EVERY = 50;
  private static final long MOST_NEW_MEMORY = 32 << 20;
  private static final String[] PATHS = {
    "/api/items", "/api/feedback", "/api/feedback/undo", "/api/search", "/api/model", "/"
  };
  private static final String[] TRICKS = {
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/api/items/..%2f..%2fetc%2fpasswd",
    "/api/items/%00",
    "/api/items/%ff%fe",
    "/api/items/%",
    "//etc/passwd",
    "/api//items/a",
    "/api/items/" + "a".repeat(5000),
    "/api/search?text=%zz",
    "/api/search?text=a&top=99999999999",
    "/api/search?text=" + "%F0%9F%98%80".repeat(600),
    "/api/search?top=-1&item=0",
    "/api/items/;jsessionid=1",
    "/page.js/../openapi.json",
    "\\..\\..\\windows",
    "*",
    "",
    "http://evil.example/api/model",
    "/api/search?" + "text=a&".repeat(1500)
  };
  private static final String[] BODIES = {
    "",
    "null",
    "17",
    "\"text\"",
    "[]",
    "{}",
    "{",
    "[[[[[[[[[[[[",
    "{\"id\":",
    "{\"id\":\"a\"}",
    "{\"id\":\"a\",\"text\":5}",
    "{\"id\":\"a\",\"vector\":{}}",
    "{\"id\":{},\"text\":\"b\"}",
    "{\"id\":\"a\",\"features\":{\"x\":1e400}}",
    "{\"id\":\"a\",\"features\":{\"x\":NaN}}",
    "{\"id\":\"a\",\"vector\":[1e38,1e38,\"x\"]}",
    "{\"id\":\"\\u0000\",\"text\":\"a b\"}",
    "{\"query\":{\"item\":\"0\"},\"better\":\"0\",\"worse\":\"0\"}",
    "{\"query\":{\"item\":\"nobody\"},\"better\":\"0\",\"worse\":\"1\"}",
    "{\"query\":{},\"better\":\"0\",\"worse\":\"1\"}",
    "{\"feedback\":{}}",
    "{\"feedback\":[{}]}",
    "{\"feedback\":[" + "{},".repeat(2000) + "{}]}",
    "{\"a\":".repeat(3000),
    "{\"id\":\"a\",\"features\":{" + "\"x\":1,".repeat(3000) + "\"x\":1}}",
    "\ufeff{}",
    "{\"id\":\"a\",\"text\":\"" + "word ".repeat(50_000) + "\"}",
    "{\"id\":\"a\",\"vector\":[" + "9".repeat(5000) + "]}",
    "\u0000\u0000\u0000"
  };

  /**
   * The result.
   *
   * @param sent the number of hostile requests
   * @param statuses how often each status was the answer; 0 if the connection was closed
   * @param good the number of valid requests in between
   * @param goodFailed how many of those failed
   * @param threadsBefore the threads of the service before
   * @param threadsAfter and after
   * @param heapBefore the used heap of the service before, without garbage
   * @param heapAfter and after
   */
  record Result(
      int sent,
      Map<Integer, Integer> statuses,
      int good,
      int goodFailed,
      int threadsBefore,
      int threadsAfter,
      long heapBefore,
      long heapAfter) {

    /**
     * No 500, all valid requests answered, no threads beyond those of the pool, and no more memory
     * than for their buffers and the learnt feedback.
     */
    boolean isGood() {
      return !statuses.containsKey(500)
          && goodFailed == 0
          && threadsAfter <= threadsBefore + 48
          && heapAfter <= heapBefore + MOST_NEW_MEMORY;
    }
  }

  private final Path folder;
  private final SplittableRandom random;

  HostileRun(Path folder, long seed) {
    this.folder = folder;
    this.random = new SplittableRandom(seed);
  }

  Result run(int requests) throws IOException, InterruptedException {
    Path collection = folder.resolve("collection");
    Files.createDirectories(collection);
    try (ServedCollection service = ServedCollection.start(collection, 1000)) {
      ServiceClient client = new ServiceClient(service.address());
      client.putItems(50, 20, 300, 1);
      SplittableRandom taught = new SplittableRandom(7);
      // objects created by the first request are not a leak
      client.get("/api/search?item=3");
      int threadsBefore = threads(client);
      long heapBefore = service.liveHeap();
      Map<Integer, Integer> statuses = new TreeMap<>();
      int good = 0;
      int goodFailed = 0;
      for (int k = 0; k < requests; k++) {
        statuses.merge(send(service.port(), hostile()), 1, Integer::sum);
        if (k % GOOD_EVERY == 0) {
          good += 2;
          goodFailed += client.get("/api/search?item=3").statusCode() == 200 ? 0 : 1;
          String body = ServiceClient.feedback(taught, 50);
          goodFailed += client.post("/api/feedback", body, null).statusCode() == 200 ? 0 : 1;
        }
      }
      return new Result(
          requests,
          statuses,
          good,
          goodFailed,
          threadsBefore,
          threads(client),
          heapBefore,
          service.liveHeap());
    }
  }

  private static int threads(ServiceClient client) throws IOException, InterruptedException {
    String metrics = new String(client.get("/metrics").body(), StandardCharsets.UTF_8);
    Matcher live = LIVE_THREADS.matcher(metrics);
    return live.find() ? (int) Double.parseDouble(live.group(1)) : -1;
  }

  /** Sends bytes and returns the status of the answer; 0 if there was none. */
  private static int send(int port, byte[] bytes) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      String line = new String(in.readNBytes(12), StandardCharsets.US_ASCII);
      return line.startsWith("HTTP/1.") ? Integer.parseInt(line.substring(9)) : 0;
    } catch (IOException | NumberFormatException e) {
      // closed while we were still sending
      return 0;
    }
  }

  private byte[] hostile() {
    return switch (random.nextInt(7)) {
      case 0 -> randomBytes(1 + random.nextInt(400));
      case 1 -> request("GET", TRICKS[random.nextInt(TRICKS.length)], new byte[0], 0);
      case 2 -> post(BODIES[random.nextInt(BODIES.length)].getBytes(StandardCharsets.UTF_8), 0);
      case 3 -> post(randomBytes(random.nextInt(2000)), 0);
      case 4 -> post(altered(), 0);
      // announces more data than it sends
      case 5 -> post(altered(), 1 + random.nextInt(100_000));
      default -> strangeHead();
    };
  }

  private byte[] altered() {
    byte[] good =
        ("{\"id\":\"x\",\"text\":\"some words here\",\"label\":\"a\"}\n"
                + ServiceClient.feedback(random, 50))
            .getBytes(StandardCharsets.UTF_8);
    for (int k = random.nextInt(1, 4); k > 0; k--) {
      good[random.nextInt(good.length)] = (byte) random.nextInt(256);
    }
    byte[] cut = new byte[random.nextInt(good.length)];
    System.arraycopy(good, 0, cut, 0, cut.length);
    return random.nextBoolean() ? good : cut;
  }

  private byte[] strangeHead() {
    String[] heads = {
      "GET /api/model HTTP/9.9\r\nHost: localhost\r\n\r\n",
      "GET /api/model HTTP/1.1\r\n\r\n",
      "GET /api/model HTTP/1.1\r\nHost: evil.example\r\n\r\n",
      "BREW /api/items HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
      "POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999\r\n\r\n",
      "POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 900000000\r\n\r\n{}",
      "POST /api/items HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
          + "Content-Type: application/json\r\n\r\nFFFFFFF\r\n{",
      "GET /api/model HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(40_000) + "\r\n\r\n",
      "GET /api/model HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \u00e9\r\n\r\n",
      "POST /api/feedback HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Idempotency-Key: "
          + "k".repeat(1000)
          + "\r\nContent-Length: 2\r\n\r\n{}",
      "GET /api/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    };
    return heads[random.nextInt(heads.length)].getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] post(byte[] body, int missing) {
    return request("POST", PATHS[random.nextInt(PATHS.length)], body, missing);
  }

  private static byte[] request(String method, String path, byte[] body, int missing) {
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + (body.length + missing)
            + "\r\nConnection: close\r\n\r\n";
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    request.writeBytes(body);
    return request.toByteArray();
  }

  private byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
