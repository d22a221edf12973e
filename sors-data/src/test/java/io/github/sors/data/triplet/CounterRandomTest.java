package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CounterRandomTest {

  private static final int DRAWS = 60_000;

  @Test
  void isTheStreamOfSplitMix64() {
    // the published reference gives these for the seed 1234567
    assertThat(CounterRandom.bits(1234567, 0)).isEqualTo(6457827717110365317L);
    assertThat(CounterRandom.bits(1234567, 1)).isEqualTo(3203168211198807973L);
    assertThat(CounterRandom.bits(1234567, 2))
        .isEqualTo(Long.parseUnsignedLong("9817491932198370423"));
  }

  @Test
  void drawsEveryNumberBelowABoundEquallyOften() {
    for (int bound : new int[] {2, 3, 7, 10, 64, 100}) {
      long[] counts = new long[bound];
      for (int t = 0; t < DRAWS; t++) {
        counts[CounterRandom.below(bound, CounterRandom.bits(11, t))]++;
      }
      ChiSquare.assertUniform("bound " + bound, counts);
    }
  }

  @Test
  void favoursNoNumberWhereTheBoundDoesNotDivideThePowersOfTwo() {
    // Without drawing again, of 8 consecutive 32-bit words u the products ⌊u · 3·2²⁹ / 2³²⌋ =
    // ⌊3u/8⌋
    // are 0 0 0 1 1 1 2 2 modulo 3: a quarter would leave the remainder 2 instead of a third.
    int bound = 3 << 29;
    long[] counts = new long[3];
    for (int t = 0; t < DRAWS; t++) {
      counts[CounterRandom.below(bound, CounterRandom.bits(12, t)) % 3]++;
    }
    ChiSquare.assertUniform("remainders", counts);
  }

  @Test
  void consecutiveCountersAndKeysAreIndependent() {
    long[] byCounter = new long[36];
    long[] byKey = new long[36];
    for (int t = 0; t < DRAWS; t++) {
      int here = CounterRandom.below(6, CounterRandom.bits(13, t));
      byCounter[6 * here + CounterRandom.below(6, CounterRandom.bits(13, t + 1L))]++;
      byKey[6 * here + CounterRandom.below(6, CounterRandom.bits(14, t))]++;
    }
    ChiSquare.assertUniform("pairs of consecutive counters", byCounter);
    ChiSquare.assertUniform("pairs of neighbouring keys", byKey);
  }

  @Test
  void oneChangedBitOfACounterChangesHalfOfTheBits() {
    for (int bit = 0; bit < 64; bit++) {
      double changed = 0;
      for (long t = 0; t < 1000; t++) {
        changed +=
            Long.bitCount(CounterRandom.bits(15, t) ^ CounterRandom.bits(15, t ^ (1L << bit)));
      }
      // 64,000 bits, each changed with probability 1/2: sd of the share √(1/4 / 64,000) = 0.002
      assertThat(changed / 64_000).as("bit %d", bit).isCloseTo(0.5, within(0.01));
    }
  }
}
