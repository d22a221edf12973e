package io.github.sors.bench.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Attacks a service with clients that send one byte at a time, or do not read answers, while four
 * normal clients search and send feedback. A connection that the service closes is opened again.
 */
final class SlowRun {

  private static final int GOOD_CLIENTS = 4;
  private static final int ITEMS = 2000;
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double MOST_TIMES_QUIET = 3;
  private static final String HEADER = "GET /api/model HTTP/1.1\r\nHost: localhost\r\nX: ";
  private static final String BODY =
      "POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 100000\r\n\r\n{";
  // some 8 MB, more than the kernel keeps for a client
  private static final String READER =
      "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(150);

  /**
   * How many slow clients there are of each kind.
   *
   * @param bodies clients that send a body one byte at a time
   * @param headers clients that send a header one byte at a time
   * @param readers clients that do not read
   */
  record Attack(int bodies, int headers, int readers) {

    /** The attack that must not affect four normal clients. */
    static final Attack FULL = new Attack(200, 1000, 60);

    int connections() {
      return bodies + headers + readers;
    }
  }

  /**
   * The measurements.
   *
   * @param quiet the normal clients alone
   * @param attacked the normal clients during the attack
   * @param reopened how often the service closed a slow client's connection
   */
  record Result(LoadRun.Timing quiet, LoadRun.Timing attacked, long reopened) {

    /** No failure, and the slowest percent at most three times as slow as without the attack. */
    boolean isGood() {
      return quiet.failed() + attacked.failed() == 0
          && attacked.slowestPercentMillis() <= MOST_TIMES_QUIET * quiet.slowestPercentMillis();
    }
  }

  private final Path folder;
  private final Attack attack;

  SlowRun(Path folder, Attack attack) {
    this.folder = folder;
    this.attack = attack;
  }

  Result run(double seconds) throws IOException, InterruptedException {
    Path collection = folder.resolve("collection");
    Files.createDirectories(collection);
    try (ServedCollection service = ServedCollection.start(collection, 50_000)) {
      new ServiceClient(service.address()).putItems(ITEMS, 50, 5000, 1);
      GoodClients good = new GoodClients(new BlockingClient(service.address()), ITEMS);
      good.work(GOOD_CLIENTS, seconds, 1);
      LoadRun.Timing quiet = good.work(GOOD_CLIENTS, seconds, 2);
      try (Attackers attackers = new Attackers(service.port(), attack)) {
        attackers.awaitAll();
        LoadRun.Timing attacked = good.work(GOOD_CLIENTS, seconds, 3);
        return new Result(quiet, attacked, attackers.reopened());
      }
    }
  }

  /** One slow client. */
  private static final class Slow {

    private final InetSocketAddress address;
    private final String first;
    private final boolean sendsOn;
    private SocketChannel channel;

    Slow(InetSocketAddress address, String first, boolean sendsOn) {
      this.address = address;
      this.first = first;
      this.sendsOn = sendsOn;
    }

    void open() throws IOException {
      channel = SocketChannel.open();
      if (!sendsOn) {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
      }
      channel.connect(address);
      channel.configureBlocking(false);
      channel.write(ByteBuffer.wrap(first.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Sends or reads a byte; returns false if the service has closed the connection. */
    boolean isKeptUp() {
      try {
        if (sendsOn) {
          channel.write(ByteBuffer.wrap(new byte[] {'x'}));
        }
        // 408 is its last answer
        int read = channel.read(ByteBuffer.allocate(sendsOn ? 4096 : 1));
        return read >= 0;
      } catch (IOException e) {
        return false;
      }
    }

    void close() throws IOException {
      if (channel != null) {
        channel.close();
      }
    }
  }

  /** All slow clients, on one thread. */
  private static final class Attackers implements AutoCloseable {

    private final List<Slow> all = new ArrayList<>();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final Thread thread = new Thread(this::attack, "attackers");
    private volatile boolean stopped;
    private volatile Exception failure;
    private final AtomicLong reopened = new AtomicLong();

    Attackers(int port, Attack attack) {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      for (int k = 0; k < attack.bodies(); k++) {
        all.add(new Slow(address, BODY, true));
      }
      for (int k = 0; k < attack.readers(); k++) {
        all.add(new Slow(address, READER, false));
      }
      for (int k = 0; k < attack.headers(); k++) {
        all.add(new Slow(address, HEADER, true));
      }
      thread.start();
    }

    void awaitAll() throws InterruptedException {
      opened.await();
    }

    /** How often the service closed a connection; throws if the attack ended too early. */
    long reopened() throws IOException {
      if (failure != null) {
        throw new IOException("the slow clients gave up: " + failure.getMessage(), failure);
      }
      return reopened.get();
    }

    private void attack() {
      try {
        for (Slow slow : all) {
          slow.open();
        }
        opened.countDown();
        while (!stopped) {
          for (Slow slow : all) {
            if (!slow.isKeptUp()) {
              slow.close();
              slow.open();
              reopened.incrementAndGet();
            }
            // at different times, like independent clients
            TimeUnit.NANOSECONDS.sleep(PERIOD_NANOS / all.size());
          }
        }
      } catch (IOException | InterruptedException e) {
        if (!stopped) {
          failure = e;
        }
      } finally {
        opened.countDown();
      }
    }

    @Override
    public void close() throws IOException {
      stopped = true;
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      for (Slow slow : all) {
        slow.close();
      }
    }
  }
}
