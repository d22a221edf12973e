package io.github.sors.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitTest {

  private static int taken(RateLimit limit, long now) {
    int taken = 0;
    while (taken < 1000 && limit.tryTake(now)) {
      taken++;
    }
    return taken;
  }

  @Test
  void aBurstIsOfTwoSecondsHoweverLongNobodyAsked() {
    long now = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    RateLimit limit = new RateLimit(30);
    assertThat(taken(limit, now)).isEqualTo(60);
    assertThat(taken(limit, now + TimeUnit.DAYS.toNanos(1))).isEqualTo(60);
  }

  @Test
  void theRateIsThatOfTheTokenPerSecond() {
    long now = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    RateLimit limit = new RateLimit(30);
    taken(limit, now);
    int taken = 0;
    for (int tenth = 1; tenth <= 100; tenth++) {
      taken += taken(limit, now + tenth * TimeUnit.MILLISECONDS.toNanos(100));
    }
    assertThat(taken).as("in ten seconds").isBetween(299, 300);
  }
}
