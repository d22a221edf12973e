package io.github.sors.live;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where an item stands in a ranking.
 *
 * <p>A rank is looked up among the items that stand among the first {@value #FIRST} under either of
 * two rankings, so that no collection has to be scored for it. An item behind them has the
 * reciprocal rank 0. Items with equal scores share the mean of their ranks.
 */
final class Ranks {

  /** How many items of a ranking are looked at. */
  static final int FIRST = 100;

  private Ranks() {}

  /** The items that stand first under either of two rankings. */
  static <Q> int[] firstOfEither(Ranker<Q> ranker, Ranker<Q> other, Q query) {
    return union(ranker.first(query, FIRST), other.first(query, FIRST));
  }

  /** Each item of either array, once. */
  static int[] union(int[] items, int[] others) {
    return IntStream.concat(Arrays.stream(items), Arrays.stream(others)).distinct().toArray();
  }

  /**
   * The mean of 1/rank over some items under a ranking, from 0 to 1.
   *
   * @param rivals the items among which ranks are looked up
   */
  static <Q> double reciprocalRank(Ranker<Q> ranker, Q query, int[] items, int[] rivals) {
    double[] scores = ranker.scores(query, union(items, rivals));
    double sum = 0;
    for (int k = 0; k < items.length; k++) {
      // the items come first in the union
      sum += reciprocalRank(scores, k);
    }
    return sum / items.length;
  }

  private static double reciprocalRank(double[] scores, int item) {
    double rank = 0.5;
    for (double score : scores) {
      if (Double.isNaN(score)) {
        throw new IllegalArgumentException("a ranking gives the score NaN");
      }
      if (score > scores[item]) {
        rank++;
      } else if (score == scores[item]) {
        rank += 0.5;
      }
    }
    return rank <= FIRST ? 1 / rank : 0;
  }
}
