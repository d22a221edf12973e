package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FasterWayTest {

  /** Lets work be done for a while, and counts how often it was shared. */
  private static int shared(FasterWay way, int times, long aloneNanos, long sharedNanos) {
    int shared = 0;
    for (int k = 0; k < times; k++) {
      if (way.isShared()) {
        shared++;
        way.tookShared(sharedNanos, 100);
      } else {
        way.tookAlone(aloneNanos, 100);
      }
    }
    return shared;
  }

  @Test
  void theFasterWayIsTakenAndTheOtherTriedNowAndThen() {
    assertThat(shared(new FasterWay(), 1000, 1000, 600)).isBetween(980, 998);
    assertThat(shared(new FasterWay(), 1000, 1000, 4000)).isBetween(2, 12);
  }

  @Test
  void aMachineThatBecomesBusyOrQuietIsNoticed() {
    FasterWay way = new FasterWay();
    shared(way, 200, 1000, 600);
    assertThat(shared(way, 1000, 1000, 9000)).as("busy").isLessThan(50);
    shared(way, 1000, 1000, 600);
    assertThat(shared(way, 1000, 1000, 600)).as("quiet").isGreaterThan(900);
  }
}
