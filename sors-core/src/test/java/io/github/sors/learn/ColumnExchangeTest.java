package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ColumnExchangeTest {

  @Test
  void everybodySeesWhatTheOthersHavePublishedInTheSameTurn() throws InterruptedException {
    ColumnExchange exchange = new ColumnExchange(3, 1);
    double[] sums = new double[3];
    Thread[] threads = new Thread[3];
    for (int t = 0; t < 3; t++) {
      int thread = t;
      threads[t] =
          new Thread(
              () -> {
                for (int turn = 0; turn < 200; turn++) {
                  exchange.put(thread, turn, 0, 1000 * thread + turn);
                  exchange.publishAndAwait(thread, turn);
                  for (int other = 0; other < 3; other++) {
                    sums[thread] += exchange.get(other, turn, 0);
                  }
                }
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    // 200 · (0 + 1000 + 2000) + 3 · (0 + … + 199)
    assertThat(sums).containsOnly(600_000 + 3 * 19_900);
  }

  @Test
  void nobodyWaitsForOneThatHasFailed() {
    ColumnExchange exchange = new ColumnExchange(2, 1);
    exchange.fail();
    assertThatThrownBy(() -> exchange.publishAndAwait(0, 0))
        .isInstanceOf(ColumnExchange.AbandonedException.class);
  }
}
