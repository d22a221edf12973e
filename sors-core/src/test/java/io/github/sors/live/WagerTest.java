package io.github.sors.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class WagerTest {

  private static final int STREAMS = 1000;

  /** How many of the streams ever exceed 20, looked at after every observation. */
  private static long won(int length, ToDoubleFunction<SplittableRandom> observation) {
    long won = 0;
    for (int stream = 0; stream < STREAMS; stream++) {
      SplittableRandom random = new SplittableRandom(stream);
      Wager wager = new Wager();
      boolean exceeded = false;
      for (int k = 0; k < length; k++) {
        wager.observe(observation.applyAsDouble(random));
        exceeded |= wager.exceeds(20);
      }
      won += exceeded ? 1 : 0;
    }
    return won;
  }

  @Test
  void isWonInAtMostOneOfTwentyStreamsWithoutADifference() {
    assertThat(won(1000, random -> random.nextBoolean() ? 1 : -1)).isLessThan(STREAMS / 20);
    assertThat(won(1000, random -> random.nextDouble(-0.1, 0.1))).isLessThan(STREAMS / 20);
    // rarely much worse, often a little better: the mean is 0
    assertThat(won(1000, random -> random.nextInt(101) == 0 ? -1 : 0.01)).isLessThan(STREAMS / 20);
    assertThat(won(1000, random -> random.nextInt(101) == 0 ? 1 : -0.01)).isLessThan(STREAMS / 20);
  }

  @Test
  void isWonWhereThereIsADifference() {
    assertThat(won(1000, random -> random.nextInt(100) < 60 ? 0.5 : -0.5))
        .isGreaterThan(STREAMS * 95 / 100);
  }

  @Test
  void aSingleLossDoesNotTakeEverything() {
    Wager wager = new Wager();
    for (int k = 0; k < 100; k++) {
      wager.observe(0.5);
    }
    wager.observe(-2);
    assertThat(wager.logWealth()).isFinite();
    assertThat(wager.observations()).isEqualTo(101);
  }

  @Test
  void refusesWhatIsOutOfRange() {
    Wager wager = new Wager();
    assertThatThrownBy(() -> wager.observe(2.1)).hasMessageContaining("found 2.1");
    assertThatThrownBy(() -> wager.observe(Double.NaN)).hasMessageContaining("found NaN");
    assertThat(wager.observations()).isZero();
  }
}
