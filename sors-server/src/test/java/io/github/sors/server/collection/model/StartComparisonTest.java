package io.github.sors.server.collection.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.server.collection.Quality;
import io.github.sors.server.collection.model.StartComparison.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StartComparisonTest {

  /** What was learnt is right with a probability, the start in half of the cases. */
  private static Observation observation(SplittableRandom random, double right) {
    double learnt = random.nextDouble() < right ? 1 : 0;
    double start = random.nextInt(2);
    return new Observation(start, learnt, learnt - start - random.nextInt(9) / 80.0);
  }

  @Test
  void whatIsRestoredGoesOnWithTheSameBits() {
    SplittableRandom random = new SplittableRandom(1);
    StartComparison comparison = new StartComparison();
    List<Boolean> served = new ArrayList<>();
    for (int k = 0; k < 4 * RenewedWager.PERIOD; k++) {
      comparison.observe(observation(random, k / 1500 % 2 == 0 ? 0.3 : 0.9));
      served.add(comparison.isWorse());
      if (k % 37 == 0 || k % RenewedWager.PERIOD < 2) {
        StartComparison restored = new StartComparison();
        restored.restore(comparison.saved());
        assertThat(restored.saved()).isEqualTo(comparison.saved());
        assertThat(restored.quality()).isEqualTo(comparison.quality());
        comparison = restored;
      }
    }
    assertThat(served).as("both changes came").contains(true, false);
    assertThat(served.get(1499)).isTrue();
    assertThat(served.get(2999)).isFalse();
  }

  @Test
  void theFiguresAreThoseOfTheLatestTests() {
    StartComparison comparison = new StartComparison();
    assertThat(comparison.quality()).isEqualTo(Quality.UNKNOWN);
    for (int k = 0; k < StartComparison.LATEST + 10; k++) {
      comparison.observe(new Observation(k < 10 ? 0 : 1, 0.5, 0));
    }
    assertThat(comparison.quality().compared()).isEqualTo(StartComparison.LATEST);
    assertThat(comparison.quality().startRight()).isEqualTo(1);
    assertThat(comparison.quality().learntRight()).isEqualTo(0.5);
    assertThat(comparison.quality().worse()).isTrue();
  }

  @Test
  void valuesThatNoComparisonHasAreRefused() {
    List<Observation> one = List.of(new Observation(1, 1, 0));
    assertThatThrownBy(() -> new StartComparison.Saved(false, 1, 0, 0, 2, one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 1 and 2 in period 1");
    assertThatThrownBy(() -> new StartComparison.Saved(false, 1, Double.NaN, 0, 1, one))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StartComparison.Saved(false, 0, 0, 0, 1, one))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
