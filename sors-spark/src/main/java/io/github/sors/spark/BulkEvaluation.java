package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.eval.RankedGroups;
import io.github.sors.eval.RankingMetrics;
import io.github.sors.spark.model.BulkRanking;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;

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

  // of its ranking, apart from the scores of relevant items
  private static final long BYTES_OF_QUERY = 256;

  /**
   * Evaluates queries against items.
   *
   * @param within whether the items are the queries; then no query is ranked for itself
   */
  static BulkEvaluation of(
      JavaRDD<BulkRanking.Query> queries,
      JavaRDD<BulkRanking.Item> items,
      boolean within,
      int... cutoffs) {
    JavaRDD<BulkRanking.Item[]> blocks = BulkRanking.cachedBlocks(items);
    try {
      return ofBlocks(queries, blocks, within, cutoffs);
    } finally {
      blocks.unpersist(false);
    }
  }

  private static BulkEvaluation ofBlocks(
      JavaRDD<BulkRanking.Query> queries,
      JavaRDD<BulkRanking.Item[]> blocks,
      boolean within,
      int... cutoffs) {
    long itemCount = blocks.map(block -> (long) block.length).fold(0L, Long::sum);
    // of the items of a query's class; only these scores are kept, the others are counted
    JavaRDD<BulkRanking.Query> scored =
        BulkRanking.rank(queries, blocks, BYTES_OF_QUERY, query -> new Relevant(query, within))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    JavaRDD<double[]> measured =
        BulkRanking.rank(scored, blocks, BYTES_OF_QUERY, query -> new Measures(query, cutoffs));
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
    scored.unpersist(false);
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

  /** Collects the scores of the items of a query's class. */
  private static final class Relevant implements BulkRanking.Ranking<BulkRanking.Query> {

    private final BulkRanking.Query query;
    private final boolean within;
    private double[] scores = new double[16];
    private int count;

    Relevant(BulkRanking.Query query, boolean within) {
      this.query = query;
      this.within = within;
    }

    @Override
    public boolean wants(BulkRanking.Item item) {
      return item.label().equals(query.label()) && !(within && item.number() == query.number());
    }

    @Override
    public void offer(BulkRanking.Item item, double score) {
      if (count == scores.length) {
        scores = Arrays.copyOf(scores, 2 * count);
      }
      scores[count++] = score;
    }

    @Override
    public BulkRanking.Query result() {
      return query.withRelevantScores(Arrays.copyOf(scores, count));
    }
  }

  /** The metrics of one query: counted, skipped, average precision, precision at each cutoff. */
  private static final class Measures implements BulkRanking.Ranking<double[]> {

    private final BulkRanking.Query query;
    private final int[] cutoffs;
    // null if there is no item of its class
    private final RankedGroups.Counter counter;

    Measures(BulkRanking.Query query, int[] cutoffs) {
      this.query = query;
      this.cutoffs = cutoffs;
      double[] relevant = query.relevantScores();
      this.counter = relevant.length == 0 ? null : new RankedGroups.Counter(relevant);
    }

    @Override
    public boolean wants(BulkRanking.Item item) {
      return counter != null && !item.label().equals(query.label());
    }

    @Override
    public void offer(BulkRanking.Item item, double score) {
      counter.count(score);
    }

    @Override
    public double[] result() {
      double[] measures = new double[3 + cutoffs.length];
      if (counter == null) {
        measures[1] = 1;
        return measures;
      }
      RankedGroups ranking = counter.groups();
      measures[0] = 1;
      measures[2] = RankingMetrics.averagePrecision(ranking);
      for (int k = 0; k < cutoffs.length; k++) {
        measures[3 + k] = RankingMetrics.precisionAt(ranking, cutoffs[k]);
      }
      return measures;
    }
  }
}
