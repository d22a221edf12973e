package io.github.sors.server.collection.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RenewedWagerTest {

  private static int coin(SplittableRandom random) {
    return random.nextBoolean() ? 1 : -1;
  }

  @Test
  void itHasAWealthOfOneAtFirst() {
    assertThat(new RenewedWager().wealth()).isEqualTo(1);
  }

  /** A stream counts if the wealth is above 20 after any of its observations. */
  @Test
  void aFairCoinMakesItRichInAtMostOneOfTwentyStreams() {
    SplittableRandom random = new SplittableRandom(1);
    int rich = 0;
    for (int stream = 0; stream < 400; stream++) {
      RenewedWager wager = new RenewedWager();
      boolean ever = false;
      for (int k = 0; k < 3 * RenewedWager.PERIOD; k++) {
        wager.observe(coin(random));
        ever |= wager.wealth() > 20;
      }
      rich += ever ? 1 : 0;
    }
    assertThat(rich).isLessThanOrEqualTo(20);
  }

  @Test
  void itNoticesAChangeAfterAnyTimeOfTheContrary() {
    SplittableRandom random = new SplittableRandom(2);
    RenewedWager wager = new RenewedWager();
    for (int k = 0; k < 20 * RenewedWager.PERIOD; k++) {
      wager.observe(random.nextInt(10) < 9 ? -1 : 1);
    }
    assertThat(wager.wealth()).isLessThan(1);
    int needed = 0;
    while (wager.wealth() < 20) {
      wager.observe(random.nextInt(10) < 7 ? 1 : -1);
      needed++;
    }
    assertThat(needed).isLessThan(RenewedWager.PERIOD + 300);
  }

  @Test
  void whatAPeriodHasWonIsKept() {
    RenewedWager wager = new RenewedWager();
    for (int k = 0; k < RenewedWager.PERIOD; k++) {
      wager.observe(k < 100 ? 1 : 0);
    }
    double won = wager.wealth();
    assertThat(won).isGreaterThan(1e6);
    assertThat(wager.inPeriod()).isZero();
    for (int k = 0; k < RenewedWager.PERIOD; k++) {
      wager.observe(-1);
    }
    assertThat(wager.wealth()).isGreaterThanOrEqualTo(wager.kept()).isBetween(won - 1, won + 1);
  }
}
