package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.eval.RankedGroups;
import io.github.sors.eval.RankingMetrics;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;

/**
 * Measures how well expanded queries rank the items of their class, for any number of queries.
 *
 * <p>The metrics are those of {@link io.github.sors.eval.RankingEvaluator}, with expected values
 * for ties, as means over the queries that have an item of their class. Only sums are sent to the
 * driver.
 *
 * @param map the mean average precision
 * @param precisionAt the mean precisions by cutoff
 * @param queries the number of queries in the means
 * @param skippedQueries the number of queries without an item of their class
 */
public record BulkEvaluation(
    double map, SortedMap<Integer, Double> precisionAt, long queries, long skippedQueries) {

  /**
   * Evaluates queries against items.
   *
   * @param within whether the items are the queries; then no query is ranked for itself
   */
  static BulkEvaluation of(
      JavaRDD<BulkRanking.Query> queries,
      JavaRDD<BulkRanking.Item> items,
      int dimension,
      boolean within,
      int... cutoffs) {
    JavaRDD<BulkRanking.Item[]> blocks = BulkRanking.cachedBlocks(items);
    try {
      return ofBlocks(queries, blocks, dimension, within, cutoffs);
    } finally {
      blocks.unpersist(false);
    }
  }

  private static BulkEvaluation ofBlocks(
      JavaRDD<BulkRanking.Query> queries,
      JavaRDD<BulkRanking.Item[]> blocks,
      int dimension,
      boolean within,
      int... cutoffs) {
    long itemCount = blocks.map(block -> (long) block.length).fold(0L, Long::sum);
    JavaRDD<double[]> measured =
        BulkRanking.rank(
            queries,
            blocks,
            dimension,
            // growing arrays are up to half empty
            16 * itemCount,
            query -> new Measures(query, within, cutoffs));
    // summed in the order of the partitions, so that the result is reproducible
    List<double[]> sums =
        measured
            .mapPartitions(
                part -> {
                  double[] sum = new double[3 + cutoffs.length];
                  part.forEachRemaining(one -> add(sum, one));
                  return List.of(sum).iterator();
                })
            .collect();
    double[] total = new double[3 + cutoffs.length];
    sums.forEach(sum -> add(total, sum));
    if (total[0] == 0) {
      throw new InvalidInputException(
          "nothing to rank: an item of a query's class is needed, found none for "
              + (long) total[1]
              + " queries and "
              + itemCount
              + " items; check the label column");
    }
    SortedMap<Integer, Double> precisions = new TreeMap<>();
    for (int k = 0; k < cutoffs.length; k++) {
      precisions.put(cutoffs[k], total[3 + k] / total[0]);
    }
    return new BulkEvaluation(total[2] / total[0], precisions, (long) total[0], (long) total[1]);
  }

  private static void add(double[] sum, double[] other) {
    for (int k = 0; k < sum.length; k++) {
      sum[k] += other[k];
    }
  }

  /** The scores of one query: counted, skipped, average precision, precision at each cutoff. */
  private static final class Measures implements BulkRanking.Ranking<double[]>, Serializable {

    private static final long serialVersionUID = 1;

    private final BulkRanking.Query query;
    private final boolean within;
    private final int[] cutoffs;
    private double[] relevant = new double[16];
    private double[] others = new double[16];
    private int relevantCount;
    private int otherCount;

    Measures(BulkRanking.Query query, boolean within, int[] cutoffs) {
      this.query = query;
      this.within = within;
      this.cutoffs = cutoffs;
    }

    @Override
    public void offer(BulkRanking.Item item, double score) {
      if (within && item.number() == query.number()) {
        return;
      }
      if (item.label().equals(query.label())) {
        relevant = withRoom(relevant, relevantCount);
        relevant[relevantCount++] = score;
      } else {
        others = withRoom(others, otherCount);
        others[otherCount++] = score;
      }
    }

    private static double[] withRoom(double[] array, int count) {
      return count < array.length ? array : Arrays.copyOf(array, 2 * count);
    }

    @Override
    public double[] result() {
      double[] measures = new double[3 + cutoffs.length];
      if (relevantCount == 0) {
        measures[1] = 1;
        return measures;
      }
      RankedGroups ranking =
          RankedGroups.of(
              Arrays.copyOf(relevant, relevantCount), Arrays.copyOf(others, otherCount));
      measures[0] = 1;
      measures[2] = RankingMetrics.averagePrecision(ranking);
      for (int k = 0; k < cutoffs.length; k++) {
        measures[3 + k] = RankingMetrics.precisionAt(ranking, cutoffs[k]);
      }
      return measures;
    }
  }
}
