package io.github.sors.server.http;

import java.time.Duration;

/**
 * How many clients may be connected, and how slow they may be.
 *
 * <p>Threads: immutable. Failures: limits below 1 throw {@link IllegalArgumentException}.
 *
 * @param connections the maximum number of connections
 * @param connectionsPerAddress the maximum number of connections from one address
 * @param patience the time limit for the header of a request, and the extra time for a body or an
 *     answer before its data rate counts
 * @param bytesPerSecond the minimum data rate of request bodies and of answers
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
  public long nanosFor(long bytes) {
    return patience.toNanos() + (long) (1e9 * bytes / bytesPerSecond);
  }
}
