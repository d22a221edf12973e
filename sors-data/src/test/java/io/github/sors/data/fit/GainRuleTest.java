package io.github.sors.data.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.eval.RankingEvaluator;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GainRuleTest {

  private static final int QUERIES = 200;

  private static double[] shares(long seed, double probability) {
    Random random = new Random(seed);
    double[] shares = new double[QUERIES];
    Arrays.setAll(shares, k -> random.nextDouble() < probability ? 1 : 0);
    return shares;
  }

  @Test
  void aClearGainIsOneAndNoiseIsNot() {
    Quality start = Quality.ofTriplets(shares(1, 0.5));

    assertThat(GainRule.isGain(start, Quality.ofTriplets(shares(2, 0.9)))).isTrue();
    assertThat(GainRule.isGain(start, start)).isFalse();
    assertThat(GainRule.isGain(start, Quality.ofTriplets(shares(2, 0.1)))).isFalse();
    for (long seed = 2; seed < 100; seed++) {
      assertThat(GainRule.isGain(start, Quality.ofTriplets(shares(seed, 0.5))))
          .as("drawn with seed %d as the start was", seed)
          .isFalse();
    }
  }

  @Test
  void whatIsCertainButTinyIsNoGain() {
    double[] before = new double[2000];
    double[] after = new double[2000];
    Arrays.fill(before, 0, 1000, 1);
    Arrays.fill(after, 0, 1025, 1);
    // 25 triplets more are right and none less: certain, but less than 3% of the 1000 wrong ones
    Quality start = Quality.ofTriplets(before);
    assertThat(Quality.ofTriplets(after).gainOver(start, Quality.TRIPLETS).isAbove(4.9)).isTrue();
    assertThat(GainRule.isGain(start, Quality.ofTriplets(after))).isFalse();
    Arrays.fill(after, 0, 1040, 1);
    assertThat(GainRule.isGain(start, Quality.ofTriplets(after))).isTrue();
  }

  /** Ranks 20 rows of two classes in the order of their scores, the same for all queries. */
  private static Quality ranked(double... scoresByRow) {
    List<SparseVector> rows =
        IntStream.range(0, scoresByRow.length)
            .mapToObj(row -> SparseVector.of(new int[] {row}, new float[] {1}))
            .toList();
    int[] labels = IntStream.range(0, scoresByRow.length).map(row -> row % 2).toArray();
    Similarity similarity = (query, item) -> scoresByRow[item.index(0)] * sign(query, item);
    return Quality.of(
        new RankingEvaluator().withCutoffs(1, 10).evaluateWithin(similarity, rows, labels));
  }

  private static double sign(SparseVector query, SparseVector item) {
    return query.index(0) % 2 == item.index(0) % 2 ? 1 : -1;
  }

  @Test
  void aWorseFirstNeighbourIsNoGainHoweverMuchMapRises() {
    double[] scores = new double[40];
    // rows of the other class come first for both classes, in the middle of their own
    Arrays.fill(scores, -1);
    Quality start = ranked(scores);
    Arrays.fill(scores, 1);
    Quality learnt = ranked(scores);
    assertThat(start.mean(Quality.FIRST)).isZero();
    assertThat(learnt.mean(Quality.MAP)).isEqualTo(1);
    assertThat(GainRule.isGain(start, learnt)).isTrue();

    // own class first for the first neighbour alone: P@1 1, and a low MAP
    Quality onlyFirst = mixed(1, 0);
    // everything but the first neighbour: P@1 0, and a high MAP
    Quality allButFirst = mixed(0, 1);
    assertThat(allButFirst.mean(Quality.MAP)).isGreaterThan(onlyFirst.mean(Quality.MAP));
    assertThat(allButFirst.mean(Quality.FIRST)).isLessThan(onlyFirst.mean(Quality.FIRST));
    assertThat(GainRule.isGain(onlyFirst, allButFirst)).isFalse();
    assertThat(GainRule.isGain(allButFirst, onlyFirst)).as("MAP falls").isFalse();
  }

  /**
   * Rankings of 40 rows whose first place is right or wrong, and whose other places are right
   * before wrong or wrong before right; slightly different from query to query.
   */
  private static Quality mixed(int firstRight, int othersRight) {
    List<SparseVector> rows =
        IntStream.range(0, 40)
            .mapToObj(row -> SparseVector.of(new int[] {row}, new float[] {1}))
            .toList();
    int[] labels = IntStream.range(0, 40).map(row -> row % 2).toArray();
    Similarity similarity =
        (query, item) -> {
          int q = query.index(0);
          int i = item.index(0);
          boolean own = q % 2 == i % 2;
          // the neighbour at a distance of 2 (own) or of 1 (other) is the first
          boolean first = (i - q + 40) % 40 == (firstRight == 1 ? 2 : 1);
          double noise = ((q * 31 + i * 17) % 23) / 100.0;
          return (first ? 10 : 0) + (own == (othersRight == 1) ? 1 : 0) + noise;
        };
    return Quality.of(
        new RankingEvaluator().withCutoffs(1, 10).evaluateWithin(similarity, rows, labels));
  }

  @Test
  void aQualityHasItsMeasuresByName() {
    Quality quality = mixed(1, 0);
    assertThat(quality.names()).containsExactly(Quality.MAP, Quality.FIRST, Quality.TEN);
    assertThat(quality.counted()).containsExactly(Quality.MAP, Quality.FIRST);
    assertThat(quality.queries()).isEqualTo(40);
    assertThat(quality.value())
        .isCloseTo(
            (quality.mean(Quality.MAP) + quality.mean(Quality.FIRST)) / 2,
            org.assertj.core.api.Assertions.within(1e-12));
    assertThat(quality.toString()).startsWith("MAP 0.");
    assertThatThrownBy(() -> quality.mean(Quality.TRIPLETS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected one of [MAP, P@1, P@10], found triplets");
  }
}
