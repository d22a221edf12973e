package io.github.sors.eval;

/**
 * Metrics of one query's ranking, each the expectation over a random order of the ties.
 *
 * <p>Below, rel(k) is 1 if the item at rank k is relevant and 0 otherwise, P(k) = (1/k) Σᵢ₌₁..ₖ
 * rel(i) is the precision at k, and R is the number of relevant items. Let a group of n tied items,
 * r of them relevant, follow s items of which q are relevant. Over all orders of the group, the
 * item at rank s + a, a = 1 … n, is relevant with probability r/n, and if it is, then (a - 1)(r -
 * 1)/(n - 1) relevant ones of the group are expected before it. With these two the expectations
 * have the closed forms given at each metric; without equal scores they are the textbook metrics.
 *
 * <p>A metric takes O(groups) and, for the average precisions, one step per rank within the groups.
 *
 * <p>Threads: any thread may call it. Failures: a cutoff below 1 throws {@link
 * IllegalArgumentException}.
 */
public final class RankingMetrics {

  private static final double LOG_OF_2 = StrictMath.log(2);

  private RankingMetrics() {}

  /**
   * The average precision over the full ranking, (1/R) Σₖ P(k) rel(k).
   *
   * <p>A group adds (1/R) Σ (r/n) (q + 1 + (a - 1)(r - 1)/(n - 1)) / (s + a) over a = 1 … n.
   */
  public static double averagePrecision(RankedGroups ranking) {
    return precisionsAtRelevant(ranking, ranking.totalItems()) / ranking.totalRelevant();
  }

  /**
   * The average precision at R, (1/R) Σ P(k) rel(k) over k = 1 … R; its mean is known as MAP@R.
   *
   * <p>As {@link #averagePrecision}, over the ranks s + a up to R only.
   */
  public static double averagePrecisionAtR(RankedGroups ranking) {
    return precisionsAtRelevant(ranking, ranking.totalRelevant()) / ranking.totalRelevant();
  }

  private static double precisionsAtRelevant(RankedGroups ranking, int depth) {
    double sum = 0;
    int relevantBefore = 0;
    for (int g = 0; g < ranking.size() && ranking.itemsBefore(g) < depth; g++) {
      int before = ranking.itemsBefore(g);
      int items = ranking.items(g);
      int relevant = ranking.relevant(g);
      double share = (double) relevant / items;
      double shareOfOthers = items == 1 ? 0 : (relevant - 1.0) / (items - 1.0);
      int last = Math.min(items, depth - before);
      for (int a = 1; a <= last; a++) {
        sum += share * (relevantBefore + 1 + (a - 1) * shareOfOthers) / (before + a);
      }
      relevantBefore += relevant;
    }
    return sum;
  }

  /** The precision at R, P(R): the share of relevant items among the first R. */
  public static double rPrecision(RankedGroups ranking) {
    return precisionAt(ranking, ranking.totalRelevant());
  }

  /**
   * The precision at k, P(k) = (1/k) Σ rel(i) over i = 1 … k.
   *
   * <p>A group adds (1/k) (r/n) min(n, k - s) where s &lt; k. The divisor is k even if the ranking
   * is shorter.
   */
  public static double precisionAt(RankedGroups ranking, int k) {
    checkCutoff(k);
    double expected = 0;
    for (int g = 0; g < ranking.size() && ranking.itemsBefore(g) < k; g++) {
      int within = Math.min(ranking.items(g), k - ranking.itemsBefore(g));
      expected += (double) ranking.relevant(g) * within / ranking.items(g);
    }
    return expected / k;
  }

  /**
   * The normalised discounted cumulative gain at k, Σ rel(i) / log₂(i + 1) over i = 1 … k, divided
   * by the same of a ranking that has all relevant items first.
   *
   * <p>A group adds (r/n) Σ 1 / log₂(s + a + 1) over the ranks s + a up to k.
   */
  public static double ndcgAt(RankedGroups ranking, int k) {
    checkCutoff(k);
    double gain = 0;
    for (int g = 0; g < ranking.size() && ranking.itemsBefore(g) < k; g++) {
      int before = ranking.itemsBefore(g);
      int last = before + Math.min(ranking.items(g), k - before);
      gain += discounts(before, last) * ranking.relevant(g) / ranking.items(g);
    }
    return gain / discounts(0, Math.min(k, ranking.totalRelevant()));
  }

  /** The sum of 1 / log₂(i + 1) over the ranks i after {@code before} up to {@code last}. */
  private static double discounts(int before, int last) {
    double sum = 0;
    for (int rank = before + 1; rank <= last; rank++) {
      // StrictMath: the same bits whether interpreted or compiled, on every machine
      sum += LOG_OF_2 / StrictMath.log(rank + 1.0);
    }
    return sum;
  }

  private static void checkCutoff(int k) {
    if (k < 1) {
      throw new IllegalArgumentException("expected a cutoff k of 1 or more, found " + k);
    }
  }
}
