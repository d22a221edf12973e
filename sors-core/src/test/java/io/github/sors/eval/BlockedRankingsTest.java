package io.github.sors.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.Similarities;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Means, and means without each block, are those of rankings made anew without it. */
class BlockedRankingsTest {

  private static final int ROWS = 70;

  private final Random random = new Random(12);
  private final List<SparseVector> rows = rows();
  private final int[] labels = random.ints(ROWS, 0, 4).toArray();
  private final int[] blocks = BlockedRankings.blocks(ROWS);

  // small whole numbers, so that many scores are equal
  private List<SparseVector> rows() {
    List<SparseVector> vectors = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      float[] values = new float[4];
      for (int k = 0; k < values.length; k++) {
        values[k] = random.nextInt(3);
      }
      vectors.add(SparseVector.ofDense(values));
    }
    return vectors;
  }

  private BlockedRankings rankings(int threads) {
    return new BlockedRankings(
        rows,
        blocks,
        rows,
        blocks,
        new BlockedRankings.Relevance() {
          @Override
          public boolean isRanked(int query, int item) {
            return query != item && (query + item) % 7 != 0;
          }

          @Override
          public boolean isRelevant(int query, int item) {
            return labels[query] == labels[item];
          }
        },
        threads);
  }

  /** The mean of a measure without the queries and items of a block, from its definition. */
  private double literal(Similarity similarity, int measure, int without) {
    List<Double> values = new ArrayList<>();
    for (int query = 0; query < ROWS; query++) {
      if (blocks[query] == without) {
        continue;
      }
      List<Double> relevant = new ArrayList<>();
      List<Double> others = new ArrayList<>();
      for (int item = 0; item < ROWS; item++) {
        if (query != item && (query + item) % 7 != 0 && blocks[item] != without) {
          (labels[query] == labels[item] ? relevant : others)
              .add(similarity.score(rows.get(query), rows.get(item)));
        }
      }
      if (!relevant.isEmpty()) {
        RankedGroups ranking =
            RankedGroups.of(
                relevant.stream().mapToDouble(Double::doubleValue).toArray(),
                others.stream().mapToDouble(Double::doubleValue).toArray());
        values.add(
            measure == 0
                ? RankingMetrics.averagePrecision(ranking)
                : RankingMetrics.precisionAt(ranking, measure == 1 ? 1 : 10));
      }
    }
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  @Test
  void gainsAreThoseOfRankingsWithoutEachBlock() {
    Similarity start = Similarities.dot();
    Similarity learnt = Similarities.cosine();
    List<Gain> gains = rankings(1).gains(start, learnt, "MAP", "rows", ROWS);

    for (int measure = 0; measure < 3; measure++) {
      double[] startWithout = new double[BlockedRankings.BLOCKS];
      double[] learntWithout = new double[BlockedRankings.BLOCKS];
      for (int block = 0; block < BlockedRankings.BLOCKS; block++) {
        startWithout[block] = literal(start, measure, block);
        learntWithout[block] = literal(learnt, measure, block);
      }
      Gain expected =
          Gain.ofBlocks(
              BlockedRankings.MEASURES.get(measure),
              "rows",
              ROWS,
              literal(start, measure, -2),
              literal(learnt, measure, -2),
              startWithout,
              learntWithout);
      Gain found = gains.get(measure);
      assertThat(found.measure()).isEqualTo(expected.measure());
      assertThat(found.start()).isCloseTo(expected.start(), within(1e-12));
      assertThat(found.learnt()).isCloseTo(expected.learnt(), within(1e-12));
      assertThat(found.low()).isCloseTo(expected.low(), within(1e-9));
      assertThat(found.high()).isCloseTo(expected.high(), within(1e-9));
    }
    assertThat(rankings(3).gains(start, learnt, "MAP", "rows", ROWS)).isEqualTo(gains);
  }

  @Test
  void valuesAreByQuery() {
    double[][] values = rankings(2).values(Similarities.dot());

    assertThat(values).hasNumberOfRows(3);
    assertThat(Arrays.stream(values[0]).average().orElseThrow())
        .isCloseTo(literal(Similarities.dot(), 0, -2), within(1e-12));
  }

  @Test
  void itemsInNoBlockStayInEveryRanking() {
    int[] always = new int[ROWS];
    Arrays.fill(always, BlockedRankings.IN_NO_BLOCK);
    BlockedRankings one =
        new BlockedRankings(
            rows.subList(0, 30),
            BlockedRankings.blocks(30),
            rows,
            always,
            new BlockedRankings.Relevance() {
              @Override
              public boolean isRanked(int query, int item) {
                return item >= 30;
              }

              @Override
              public boolean isRelevant(int query, int item) {
                return labels[query] == labels[item];
              }
            },
            1);
    Gain gain = one.gains(Similarities.dot(), Similarities.cosine(), "MAP", "rows", 30).get(0);
    double[] start = one.values(Similarities.dot())[0];
    double[] learnt = one.values(Similarities.cosine())[0];
    double[] differences =
        IntStream.range(0, 30).mapToDouble(query -> learnt[query] - start[query]).toArray();
    double error = PairedDifference.ofDifferences(differences).standardError();

    assertThat(gain.mean())
        .isCloseTo(Arrays.stream(differences).average().orElseThrow(), within(1e-12));
    assertThat((gain.high() - gain.low()) / 2)
        .as("close to the interval of independent queries")
        .isBetween(error * 1.2, error * 3.5);
  }

  @Test
  void blocksAreOfEqualSizeAndNotInOrder() {
    int[] found = BlockedRankings.blocks(100);

    for (int block = 0; block < BlockedRankings.BLOCKS; block++) {
      int own = block;
      assertThat(Arrays.stream(found).filter(one -> one == own).count()).isEqualTo(5);
    }
    assertThat(IntStream.range(0, 100).filter(unit -> found[unit] == unit % 20).count())
        .isLessThan(30);
  }

  @Test
  void aScoreThatIsNotANumberIsRefused() {
    Similarity broken = (query, item) -> Double.NaN;

    assertThatThrownBy(() -> rankings(1).values(broken))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not a number");
  }

  @Test
  void everyQueryAndItemNeedsABlock() {
    assertThatThrownBy(
            () -> new BlockedRankings(rows, new int[3], rows, blocks, relevanceOfNothing(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a block for each of 70 queries and 70 items, found 3");
  }

  private static BlockedRankings.Relevance relevanceOfNothing() {
    return new BlockedRankings.Relevance() {
      @Override
      public boolean isRanked(int query, int item) {
        return true;
      }

      @Override
      public boolean isRelevant(int query, int item) {
        return false;
      }
    };
  }
}
