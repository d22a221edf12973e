package io.github.sors.server.http;

import java.time.Duration;

/**
 * How many clients may be connected, and how slow they may be.
 *
 * @param connections the most connections at once
 * @param connectionsPerAddress the most connections at once from one address
 * @param patience how long a client may take for the header of a request; also the head start
 *     before the data rate of a body or of an answer counts
 * @param bytesPerSecond the lowest data rate of a body that is sent and of an answer that is read
 */
public record ConnectionLimits(
    int connections, int connectionsPerAddress, Duration patience, int bytesPerSecond) {

  /** 1,000 connections, 500 of them from one address; 10 s, then 16 KiB per second. */
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(1000, 500, Duration.ofSeconds(10), 16 << 10);

  public ConnectionLimits {
    if (connections < 1 || connectionsPerAddress < 1 || bytesPerSecond < 1) {
      throw new IllegalArgumentException("expected limits of at least 1");
    }
  }

  /** These limits with another number of connections per address. */
  public ConnectionLimits withConnectionsPerAddress(int most) {
    return new ConnectionLimits(connections, most, patience, bytesPerSecond);
  }

  /** The longest time that this many bytes may take. */
  long nanosFor(long bytes) {
    return patience.toNanos() + (long) (1e9 * bytes / bytesPerSecond);
  }
}
