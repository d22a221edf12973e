package io.github.sors.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RankingMetricsTest {

  private static final Offset<Double> TINY = within(1e-14);
  private static final double LOG2_OF_3 = Math.log(3) / Math.log(2);
  private static final double LOG2_OF_7 = Math.log(7) / Math.log(2);

  /** Relevant at the ranks 1, 3 and 6 of 6. */
  private static final RankedGroups WITHOUT_TIES =
      RankedGroups.of(new double[] {60, 40, 10}, new double[] {50, 30, 20});

  /** A relevant one, then a tie of 3 of which 2 are relevant, then one that is not. */
  private static final RankedGroups WITH_TIES =
      RankedGroups.of(new double[] {9, 5, 5}, new double[] {5, 1});

  @Test
  void averagePrecisionWithoutTies() {
    // (1/1 + 2/3 + 3/6) / 3 = (13/6) / 3 = 13/18
    assertThat(RankingMetrics.averagePrecision(WITHOUT_TIES)).isCloseTo(13.0 / 18, TINY);
  }

  @Test
  void averagePrecisionWithTies() {
    // rank 1: 1
    // rank 2: 2/3 · (1 + 1 + 0/2) / 2 = 2/3
    // rank 3: 2/3 · (1 + 1 + 1/2) / 3 = 5/9
    // rank 4: 2/3 · (1 + 1 + 2/2) / 4 = 1/2
    // (1 + 2/3 + 5/9 + 1/2) / 3 = (49/18) / 3 = 49/54
    assertThat(RankingMetrics.averagePrecision(WITH_TIES)).isCloseTo(49.0 / 54, TINY);
  }

  @Test
  void averagePrecisionOfOneTieOfAll() {
    // 1/3 · (1 + 1/2 + 1/3) = 11/18
    RankedGroups ranking = RankedGroups.of(new double[] {0}, new double[] {0, 0});

    assertThat(RankingMetrics.averagePrecision(ranking)).isCloseTo(11.0 / 18, TINY);
  }

  @Test
  void averagePrecisionAtRWithoutTies() {
    // R = 3: (1/1 + 2/3) / 3 = 5/9
    assertThat(RankingMetrics.averagePrecisionAtR(WITHOUT_TIES)).isCloseTo(5.0 / 9, TINY);
  }

  @Test
  void averagePrecisionAtRWithATieAcrossR() {
    // R = 3, the ranks 1 to 3 of above: (1 + 2/3 + 5/9) / 3 = (20/9) / 3 = 20/27
    assertThat(RankingMetrics.averagePrecisionAtR(WITH_TIES)).isCloseTo(20.0 / 27, TINY);
  }

  @Test
  void rPrecisionWithoutTies() {
    // R = 3: two of the first three
    assertThat(RankingMetrics.rPrecision(WITHOUT_TIES)).isCloseTo(2.0 / 3, TINY);
  }

  @Test
  void rPrecisionWithATieAcrossR() {
    // R = 3: (1 + 2/3 · 2) / 3 = 7/9
    assertThat(RankingMetrics.rPrecision(WITH_TIES)).isCloseTo(7.0 / 9, TINY);
  }

  @Test
  void precisionAtKWithoutTies() {
    // 1/1, 1/2, 2/3, 2/4 and 3/6
    assertThat(RankingMetrics.precisionAt(WITHOUT_TIES, 1)).isCloseTo(1, TINY);
    assertThat(RankingMetrics.precisionAt(WITHOUT_TIES, 2)).isCloseTo(1.0 / 2, TINY);
    assertThat(RankingMetrics.precisionAt(WITHOUT_TIES, 3)).isCloseTo(2.0 / 3, TINY);
    assertThat(RankingMetrics.precisionAt(WITHOUT_TIES, 4)).isCloseTo(2.0 / 4, TINY);
    assertThat(RankingMetrics.precisionAt(WITHOUT_TIES, 6)).isCloseTo(3.0 / 6, TINY);
  }

  @Test
  void precisionAtKWithTies() {
    // (1 + 2/3) / 2 = 5/6, (1 + 2/3 · 3) / 4 = 3/4
    assertThat(RankingMetrics.precisionAt(WITH_TIES, 2)).isCloseTo(5.0 / 6, TINY);
    assertThat(RankingMetrics.precisionAt(WITH_TIES, 4)).isCloseTo(3.0 / 4, TINY);
  }

  @Test
  void precisionAtKDividesByKAlsoBeyondTheRanking() {
    // 3 relevant among the 6 there are
    assertThat(RankingMetrics.precisionAt(WITHOUT_TIES, 10)).isCloseTo(3.0 / 10, TINY);
    assertThat(RankingMetrics.precisionAt(WITHOUT_TIES, Integer.MAX_VALUE))
        .isCloseTo(3.0 / Integer.MAX_VALUE, TINY);
  }

  @Test
  void ndcgAtKWithoutTies() {
    // k = 3: (1/log₂2 + 1/log₂4) / (1/log₂2 + 1/log₂3 + 1/log₂4)
    assertThat(RankingMetrics.ndcgAt(WITHOUT_TIES, 3)).isCloseTo(1.5 / (1.5 + 1 / LOG2_OF_3), TINY);
    // k = 2: (1/log₂2) / (1/log₂2 + 1/log₂3)
    assertThat(RankingMetrics.ndcgAt(WITHOUT_TIES, 2)).isCloseTo(1 / (1 + 1 / LOG2_OF_3), TINY);
    // k = 10: (1/log₂2 + 1/log₂4 + 1/log₂7) / (1/log₂2 + 1/log₂3 + 1/log₂4)
    assertThat(RankingMetrics.ndcgAt(WITHOUT_TIES, 10))
        .isCloseTo((1.5 + 1 / LOG2_OF_7) / (1.5 + 1 / LOG2_OF_3), TINY);
  }

  @Test
  void ndcgAtKWithATieAcrossK() {
    // k = 2: (1/log₂2 + 2/3 · 1/log₂3) / (1/log₂2 + 1/log₂3)
    assertThat(RankingMetrics.ndcgAt(WITH_TIES, 2))
        .isCloseTo((1 + 2 / (3 * LOG2_OF_3)) / (1 + 1 / LOG2_OF_3), TINY);
  }

  @Test
  void aPerfectRankingHasOneEverywhere() {
    RankedGroups perfect = RankedGroups.of(new double[] {3, 3, 4}, new double[] {2, 2, 1});

    assertThat(RankingMetrics.averagePrecision(perfect)).isCloseTo(1, TINY);
    assertThat(RankingMetrics.averagePrecisionAtR(perfect)).isCloseTo(1, TINY);
    assertThat(RankingMetrics.rPrecision(perfect)).isCloseTo(1, TINY);
    assertThat(RankingMetrics.precisionAt(perfect, 3)).isCloseTo(1, TINY);
    assertThat(RankingMetrics.ndcgAt(perfect, 5)).isCloseTo(1, TINY);
  }

  @Test
  void equalTheMeanOverAllOrdersOfTheTies() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int items = 1 + random.nextInt(7);
      int levels = 1 + random.nextInt(4);
      double[] scores =
          IntStream.range(0, items).mapToDouble(i -> random.nextInt(levels)).toArray();
      boolean[] relevant = new boolean[items];
      for (int i = 0; i < items; i++) {
        relevant[i] = i == 0 || random.nextBoolean();
      }
      RankedGroups ranking = ranking(scores, relevant);
      int k = 1 + random.nextInt(8);

      assertThat(RankingMetrics.averagePrecision(ranking))
          .as("average precision, seed %d", seed)
          .isCloseTo(mean(scores, relevant, LiteralMetrics::averagePrecision), TINY);
      assertThat(RankingMetrics.averagePrecisionAtR(ranking))
          .as("average precision at R, seed %d", seed)
          .isCloseTo(mean(scores, relevant, LiteralMetrics::averagePrecisionAtR), TINY);
      assertThat(RankingMetrics.rPrecision(ranking))
          .as("R-precision, seed %d", seed)
          .isCloseTo(mean(scores, relevant, LiteralMetrics::rPrecision), TINY);
      assertThat(RankingMetrics.precisionAt(ranking, k))
          .as("precision at %d, seed %d", k, seed)
          .isCloseTo(mean(scores, relevant, r -> LiteralMetrics.precisionAt(r, k)), TINY);
      assertThat(RankingMetrics.ndcgAt(ranking, k))
          .as("gain at %d, seed %d", k, seed)
          .isCloseTo(mean(scores, relevant, r -> LiteralMetrics.ndcgAt(r, k)), TINY);
    }
  }

  @Test
  void refuseACutoffBelowOne() {
    assertThatThrownBy(() -> RankingMetrics.precisionAt(WITH_TIES, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a cutoff k of 1 or more, found 0");
    assertThatThrownBy(() -> RankingMetrics.ndcgAt(WITH_TIES, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a cutoff k of 1 or more, found -1");
  }

  private static double mean(
      double[] scores, boolean[] relevant, ToDoubleFunction<List<Boolean>> metric) {
    return LiteralMetrics.meanOverOrders(scores, relevant, metric);
  }

  private static RankedGroups ranking(double[] scores, boolean[] relevant) {
    double[] relevantScores = new double[scores.length];
    double[] otherScores = new double[scores.length];
    int relevantCount = 0;
    int otherCount = 0;
    for (int i = 0; i < scores.length; i++) {
      if (relevant[i]) {
        relevantScores[relevantCount++] = scores[i];
      } else {
        otherScores[otherCount++] = scores[i];
      }
    }
    return RankedGroups.of(
        Arrays.copyOf(relevantScores, relevantCount), Arrays.copyOf(otherScores, otherCount));
  }
}
