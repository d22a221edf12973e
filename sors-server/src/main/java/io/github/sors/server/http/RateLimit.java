package io.github.sors.server.http;

/** Limits the average number of requests per second, and bursts to twice that number. */
final class RateLimit {

  private static final int BURST_SECONDS = 2;

  private final double perSecond;
  private double left;
  private long refilledAt = System.nanoTime();

  RateLimit(int perSecond) {
    this.perSecond = perSecond;
    this.left = (double) BURST_SECONDS * perSecond;
  }

  /** Counts a request; returns whether it is within the limit. */
  synchronized boolean tryTake(long now) {
    left = Math.min(BURST_SECONDS * perSecond, left + perSecond * 1e-9 * (now - refilledAt));
    refilledAt = now;
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
