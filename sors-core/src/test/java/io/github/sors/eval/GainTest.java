package io.github.sors.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GainTest {

  private static Gain gain(double start, double learnt, double low, double high, int heldOut) {
    return new Gain("MAP", "rows", start, learnt, low, high, heldOut);
  }

  @Test
  void theIntervalOfIndependentUnitsIsStudents() {
    // differences 0.1, 0.2, 0.3: mean 0.2, error 0.1/√3, quantile of two degrees 4.3027
    Gain gain =
        Gain.ofUnits("MAP", "queries", new double[] {0.1, 0.2, 0.3}, new double[] {0.2, 0.4, 0.6});

    assertThat(gain.start()).isCloseTo(0.2, within(1e-12));
    assertThat(gain.learnt()).isCloseTo(0.4, within(1e-12));
    assertThat(gain.low()).isCloseTo(0.2 - 4.3027 * 0.1 / Math.sqrt(3), within(1e-9));
    assertThat(gain.high()).isCloseTo(0.2 + 4.3027 * 0.1 / Math.sqrt(3), within(1e-9));
    assertThat(gain.heldOut()).isEqualTo(3);
    assertThat(gain.isEnough()).isFalse();
    assertThat(gain.isBeyondChance()).as("three are too few").isFalse();
  }

  @Test
  void oneUnitTellsNothing() {
    Gain gain = Gain.ofUnits("MAP", "queries", new double[] {0.1}, new double[] {0.9});

    assertThat(gain.low()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(gain.high()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(gain.isBeyondChance()).isFalse();
  }

  @Test
  void blocksOfIndependentUnitsGiveTheSameErrorAsTheUnits() {
    Random random = new Random(8);
    double[] start = random.doubles(20).toArray();
    double[] learnt = random.doubles(20).toArray();
    double[] startWithout = new double[20];
    double[] learntWithout = new double[20];
    for (int block = 0; block < 20; block++) {
      startWithout[block] = (Arrays.stream(start).sum() - start[block]) / 19;
      learntWithout[block] = (Arrays.stream(learnt).sum() - learnt[block]) / 19;
    }
    Gain units = Gain.ofUnits("MAP", "rows", start, learnt);
    Gain blocks =
        Gain.ofBlocks(
            "MAP", "rows", 20, units.start(), units.learnt(), startWithout, learntWithout);

    assertThat(blocks.low()).isCloseTo(units.low(), within(1e-9));
    assertThat(blocks.high()).isCloseTo(units.high(), within(1e-9));
  }

  @Test
  void quantilesAreThoseOfTheTables() {
    assertThat(Gain.student(1)).isCloseTo(12.706, within(1e-3));
    assertThat(Gain.student(10)).isCloseTo(2.228, within(1e-3));
    assertThat(Gain.student(11)).isCloseTo(2.201, within(1e-3));
    assertThat(Gain.student(19)).isCloseTo(2.093, within(1e-3));
    assertThat(Gain.student(100)).isCloseTo(1.984, within(1e-3));
    assertThat(Gain.student(1_000_000)).isCloseTo(1.960, within(1e-3));
  }

  @Test
  void itIsKeptIfTheFirstMeasureGainsAndNoneIsHarmed() {
    Gain gained = gain(0.4, 0.5, 0.05, 0.15, 50);
    Gain unclear = gain(0.4, 0.5, -0.01, 0.21, 50);
    Gain harmed = gain(0.5, 0.4, -0.15, -0.05, 50);

    assertThat(Verdict.of(List.of(gained, unclear)).kept()).isTrue();
    assertThat(Verdict.of(List.of(unclear, gained)).kept()).isFalse();
    assertThat(Verdict.of(List.of(gained, harmed)).kept()).isFalse();
    assertThat(Verdict.of(List.of(harmed)).keptAsAsked().kept()).isTrue();
    assertThat(Verdict.of(List.of(harmed)).keptAsAsked().isGain()).isFalse();
    assertThat(Verdict.of(List.of(gained)).notKept().kept()).isFalse();
    assertThat(Verdict.of(List.of(gained)).notKept().isGain()).isTrue();
    assertThat(Verdict.of(List.of(gained, unclear)).deciding()).isEqualTo(gained);
    assertThat(Verdict.of(List.of(gain(0.4, 0.5, 0.05, 0.15, 19))).kept())
        .as("on too few units")
        .isFalse();
    assertThat(Verdict.of(List.of(gain(0.4, 0.400001, 1e-7, 2e-6, 50))).kept())
        .as("what rounding explains")
        .isFalse();
    assertThatThrownBy(() -> Verdict.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
