package io.github.sors.data.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.SparseVector;
import io.github.sors.data.triplet.FixedTriplets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartScaleTest {

  private static final List<SparseVector> ROWS =
      List.of(
          SparseVector.of(new int[] {0, 1}, new float[] {2, 1}),
          SparseVector.of(new int[] {0}, new float[] {1}),
          SparseVector.of(new int[] {1}, new float[] {3}));

  @Test
  void isTheMeanOverTheTriplets() {
    // scores 2 and 3 apart by 1, lengths² 5, apart² 1 + 9 = 10, gain 50;
    // scores 2 and 0 apart by 2, lengths² 1, apart² (2, -2)² = 8, gain 8
    StartScale scale = StartScale.of(FixedTriplets.of(0, 1, 2, 1, 0, 2), ROWS);

    assertThat(scale.difference()).isCloseTo(1.5, within(1e-12));
    assertThat(scale.squaredLength()).isCloseTo(3, within(1e-12));
    assertThat(scale.stepGain()).isCloseTo(29, within(1e-12));
    assertThat(scale.isUsable()).isTrue();
    // margin 3 · 1.5, delta 0.1 · 3, eta 0.3 · 4.5 / 29
    assertThat(scale.adaSorsOptions())
        .isEqualTo(Map.of("margin", "4.50", "delta", "0.300", "eta", "0.0466"));
  }

  @Test
  void rowsAsLongAgainGiveTheSameStepAndFourTimesTheMargin() {
    List<SparseVector> twice = ROWS.stream().map(row -> row.scaled(2)).toList();
    Map<String, String> options =
        StartScale.of(FixedTriplets.of(0, 1, 2, 1, 0, 2), twice).adaSorsOptions();

    assertThat(options).isEqualTo(Map.of("margin", "18.0", "delta", "1.20", "eta", "0.0466"));
  }

  @Test
  void equalScoresGiveNoScale() {
    assertThat(StartScale.of(FixedTriplets.of(0, 1, 1), ROWS).isUsable()).isFalse();
  }
}
