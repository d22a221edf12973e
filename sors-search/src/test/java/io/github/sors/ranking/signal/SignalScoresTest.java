package io.github.sors.ranking.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SignalScoresTest {

  @Test
  void standardisedIsTheDistanceToTheMeanInSpreads() {
    // mean 4, squares of differences 9, 1, 1, 9: spread √5
    SignalScores scores = SignalScores.of(new double[] {1, 3, 5, 7}, 4);
    assertThat(scores.standardised(0)).isCloseTo(-3 / Math.sqrt(5), within(1e-12));
    assertThat(scores.standardised(3)).isCloseTo(3 / Math.sqrt(5), within(1e-12));
    assertThat(scores.speaks()).isTrue();
  }

  @Test
  void sharedIsBetweenLeastAndMost() {
    SignalScores scores = SignalScores.of(new double[] {1, 3, 5, 9}, 4);
    assertThat(scores.shared(0)).isZero();
    assertThat(scores.shared(1)).isEqualTo(0.25);
    assertThat(scores.shared(3)).isEqualTo(1);
  }

  @Test
  void meanAndSpreadAreThoseOfThePopulation() {
    SignalScores scores = SignalScores.of(new double[] {1, 3, 100}, 2);
    assertThat(scores.standardised(0)).isEqualTo(-1);
    assertThat(scores.standardised(2)).isEqualTo(98);
  }

  @Test
  void whatIsUnknownIsTheMean() {
    SignalScores scores = SignalScores.of(new double[] {1, Double.NaN, 3}, 3);
    assertThat(scores.standardised(1)).isZero();
    assertThat(scores.standardised(2)).isEqualTo(1);
  }

  @Test
  void aSignalWithoutSpreadSaysNothing() {
    for (double[] flat : new double[][] {{2, 2, 2}, {0, 0}, {Double.NaN, Double.NaN}}) {
      SignalScores scores = SignalScores.of(flat, flat.length);
      assertThat(scores.standardised(1)).isZero();
      assertThat(scores.shared(1)).isZero();
      assertThat(scores.speaks()).isFalse();
    }
  }

  @Test
  void roundingIsNoSpread() {
    SignalScores scores = SignalScores.of(new double[] {0.1 + 0.2, 0.3, 0.3}, 3);
    assertThat(scores.speaks()).isFalse();
  }
}
