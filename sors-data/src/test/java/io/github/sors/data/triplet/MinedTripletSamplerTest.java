package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinedTripletSamplerTest {

  private static final int DRAWS = 20_000;

  /** Two rows of class 0 and ten of class 1. */
  private static final int[] LABELS = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

  private static final int[] ALL = IntStream.range(0, 12).toArray();

  private final TripletSampler sampler = TripletSampler.of(LABELS, ALL, 31);
  private final TripletRows mined = new TripletRows();
  private final TripletRows plain = new TripletRows();

  private static MinedTripletSampler.PoolScorer each(IntBinaryToDouble scorer) {
    return (query, candidates) ->
        IntStream.of(candidates).mapToDouble(row -> scorer.score(query, row)).toArray();
  }

  private interface IntBinaryToDouble {
    double score(int query, int row);
  }

  @Test
  void choosesTheNegativeOfTheHighestScore() {
    // Row 11 scores highest. For a query of class 0 it is among 4 of 10 with 1 - 0.9⁴ = 0.3439,
    // and the largest of 4 draws is row 10 with 0.9⁴ - 0.8⁴ = 0.2465.
    MinedTripletSampler hard = new MinedTripletSampler(sampler, 4, each((query, row) -> row));
    double ofClass0 = 0;
    double row11 = 0;
    double row10 = 0;
    for (long t = 0; t < DRAWS; t++) {
      hard.read(t, mined);
      assertThat(LABELS[mined.negative()]).isNotEqualTo(LABELS[mined.query()]);
      if (LABELS[mined.query()] == 0) {
        ofClass0++;
        row11 += mined.negative() == 11 ? 1 : 0;
        row10 += mined.negative() == 10 ? 1 : 0;
      }
    }
    // about 20,000 / 6 = 3,333 queries: sd of a share √(0.34 · 0.66 / 3,333) = 0.0082, four of them
    assertThat(row11 / ofClass0).isCloseTo(0.3439, within(0.033));
    assertThat(row10 / ofClass0).isCloseTo(0.2465, within(0.033));
  }

  @Test
  void asksForScoresOfTheQueryItDraws() {
    // the nearest row wins: with as many draws as this it is always among them
    MinedTripletSampler nearest =
        new MinedTripletSampler(sampler, 400, each((query, row) -> -Math.abs(query - row)));
    for (long t = 0; t < 100; t++) {
      nearest.read(t, mined);
      assertThat(mined.negative()).isEqualTo(mined.query() < 2 ? 2 : 1);
    }
  }

  @Test
  void asksOncePerTripletForAllThatItDrew() {
    List<Integer> asked = new ArrayList<>();
    MinedTripletSampler counting =
        new MinedTripletSampler(
            sampler,
            7,
            (query, candidates) -> {
              asked.add(candidates.length);
              return new double[candidates.length];
            });
    counting.read(3, mined);
    counting.read(4, mined);
    assertThat(asked).containsExactly(7, 7);
  }

  @Test
  void keepsQueryAndPositiveOfThePlainSampler() {
    MinedTripletSampler hard = new MinedTripletSampler(sampler, 5, each((query, row) -> -row));
    for (long t = 0; t < 1000; t++) {
      sampler.read(t, plain);
      hard.read(t, mined);
      assertThat(mined.query()).isEqualTo(plain.query());
      assertThat(mined.positive()).isEqualTo(plain.positive());
      assertThat(mined.negative()).isLessThanOrEqualTo(plain.negative());
    }
  }

  @Test
  void isThePlainSamplerWhereThereIsNothingToChoose() {
    MinedTripletSampler single = new MinedTripletSampler(sampler, 1, each((query, row) -> row));
    MinedTripletSampler tied =
        new MinedTripletSampler(sampler, 6, each((query, row) -> Double.NEGATIVE_INFINITY));
    for (long t = 0; t < 1000; t++) {
      sampler.read(t, plain);
      single.read(t, mined);
      assertThat(mined).hasToString(plain.toString());
      tied.read(t, mined);
      assertThat(mined).hasToString(plain.toString());
    }
    assertThat(single.size()).isEqualTo(TripletSource.ENDLESS);
  }

  @Test
  void givesTheSameTripletForTheSameScores() {
    MinedTripletSampler first = new MinedTripletSampler(sampler, 3, each((query, row) -> row % 5));
    MinedTripletSampler second =
        new MinedTripletSampler(
            TripletSampler.of(LABELS, ALL, 31), 3, each((query, row) -> row % 5));
    for (long t = 99; t >= 0; t--) {
      first.read(t, plain);
      second.read(t, mined);
      assertThat(mined).hasToString(plain.toString());
    }
  }

  @Test
  void refusesAnEmptyChoiceAndScoresThatAreNotNumbers() {
    assertThatThrownBy(() -> new MinedTripletSampler(sampler, 0, each((query, row) -> 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected at least 1 negative to choose from, found 0");
    sampler.read(0, plain);
    MinedTripletSampler broken =
        new MinedTripletSampler(sampler, 2, each((query, row) -> Double.NaN));
    assertThatThrownBy(() -> broken.read(0, mined))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the score of row "
                + plain.negative()
                + " for row "
                + plain.query()
                + " is not a number");
  }
}
