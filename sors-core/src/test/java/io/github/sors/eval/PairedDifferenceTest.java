package io.github.sors.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PairedDifferenceTest {

  @Test
  void hasTheMeanOfTheDifferencesAndItsStandardError() {
    // differences 1, 2, 3, 6: mean 3; squares 4 + 1 + 0 + 9 = 14; √(14 / (4 · 3))
    PairedDifference difference =
        PairedDifference.of(new double[] {0, 0, 1, 4}, new double[] {1, 2, 4, 10});

    assertThat(difference.mean()).isEqualTo(3);
    assertThat(difference.standardError()).isCloseTo(Math.sqrt(14.0 / 12), within(1e-15));
    assertThat(difference.queries()).isEqualTo(4);
    // 3 / 1.0801 = 2.777
    assertThat(difference.isAbove(2.7)).isTrue();
    assertThat(difference.isAbove(2.8)).isFalse();
    assertThat(difference.isBelow(0)).isFalse();
    assertThat(difference.isSignificant()).isTrue();
  }

  @Test
  void isBelowWhereTheSecondIsWorse() {
    PairedDifference difference =
        PairedDifference.of(new double[] {1, 2, 4, 10}, new double[] {0, 0, 1, 4});

    assertThat(difference.mean()).isEqualTo(-3);
    assertThat(difference.isBelow(2.7)).isTrue();
    assertThat(difference.isBelow(2.8)).isFalse();
    assertThat(difference.isAbove(0)).isFalse();
    assertThat(difference.isSignificant()).isTrue();
  }

  @Test
  void noDifferenceIsNeitherAboveNorBelow() {
    PairedDifference none = PairedDifference.of(new double[] {1, 2}, new double[] {1, 2});

    assertThat(none.mean()).isZero();
    assertThat(none.isAbove(0)).isFalse();
    assertThat(none.isBelow(0)).isFalse();
    assertThat(none.isSignificant()).isFalse();
  }

  @Test
  void whatRoundingExplainsIsATie() {
    // as measured between a start and the same start kept as a model
    double[] before = {0.5, 0.6, 0.7, 0.8};
    double[] after = {0.5 - 6.1e-7, 0.6 - 5.9e-7, 0.7 - 6e-7, 0.8 - 6e-7};
    PairedDifference rounding = PairedDifference.of(before, after);

    assertThat(rounding.isBelow(1.96)).isTrue();
    assertThat(rounding.isSignificant()).isFalse();
    assertThat(PairedDifference.of(after, before).isSignificant()).isFalse();
    double[] little = {0.5 + 2e-5, 0.6 + 2e-5, 0.7 + 2e-5, 0.8 + 2.1e-5};
    assertThat(PairedDifference.of(before, little).isSignificant()).isTrue();
  }

  @Test
  void aSingleQuerySaysNothing() {
    PairedDifference single = PairedDifference.of(new double[] {0}, new double[] {1});

    assertThat(single.standardError()).isInfinite();
    assertThat(single.isAbove(1)).isFalse();
    assertThat(single.isSignificant()).isFalse();
  }

  @Test
  void bothNeedTheSameQueries() {
    assertThatThrownBy(() -> PairedDifference.of(new double[1], new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected the same queries in both, at least one, found 1 and 2");
    assertThatThrownBy(() -> PairedDifference.of(new double[0], new double[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
