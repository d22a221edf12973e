package io.github.sors.eval;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rankings of items for queries by any relevance, and the gain of one similarity over another with
 * an interval that is honest although the same items are ranked for all queries.
 *
 * <p>Queries and items belong to blocks. For the interval, every mean is taken again without the
 * queries and the items of each block, see {@link Gain#ofBlocks}. A query takes one score per item
 * and O((n + b) log r) for n items in b blocks of which r are relevant. Ties count as in {@link
 * RankingMetrics}; the result is bit-identical for any number of threads.
 *
 * <p>Threads: immutable; measuring uses as many threads as it was created with. Failures: blocks of
 * another number throw {@link IllegalArgumentException}, a score that is not a number {@link
 * IllegalStateException}.
 */
public final class BlockedRankings {

  /** The number of blocks: their number less one are the degrees of freedom of an interval. */
  public static final int BLOCKS = 20;

  private static final long SEED = 1;

  /** The block of an item that stays in every ranking. */
  public static final int IN_NO_BLOCK = -1;

  /** The mean average precision over full rankings. */
  public static final String MAP = "MAP";

  /** The precision at 1: whether the first item is relevant. */
  public static final String FIRST = "P@1";

  /** The precision at 10. */
  public static final String TEN = "P@10";

  /** The names of the measures, in their order. */
  public static final List<String> MEASURES = List.of(MAP, FIRST, TEN);

  /** What is ranked for a query, and which of it is right; both by number. */
  public interface Relevance {

    /** Whether the item is ranked for the query: not if it is the query, or known to be right. */
    boolean isRanked(int query, int item);

    /** Whether an item that is ranked is right. */
    boolean isRelevant(int query, int item);
  }

  private final SparseVector[] queries;
  private final int[] blockOfQuery;
  private final List<SparseVector> items;
  private final int[][] itemsOfBlock;
  private final Relevance relevance;
  private final int threads;

  /**
   * Creates rankings.
   *
   * @param blockOfQuery from 0 to below {@value #BLOCKS}
   * @param blockOfItem the same, or {@link #IN_NO_BLOCK}
   */
  public BlockedRankings(
      List<SparseVector> queries,
      int[] blockOfQuery,
      List<SparseVector> items,
      int[] blockOfItem,
      Relevance relevance,
      int threads) {
    if (queries.size() != blockOfQuery.length || items.size() != blockOfItem.length) {
      throw new IllegalArgumentException(
          "expected a block for each of "
              + queries.size()
              + " queries and "
              + items.size()
              + " items, found "
              + blockOfQuery.length
              + " and "
              + blockOfItem.length);
    }
    this.queries = queries.toArray(SparseVector[]::new);
    this.blockOfQuery = blockOfQuery.clone();
    this.items = List.copyOf(items);
    this.itemsOfBlock = new int[BLOCKS][];
    for (int block = 0; block < BLOCKS; block++) {
      itemsOfBlock[block] = places(blockOfItem, block);
    }
    this.relevance = Objects.requireNonNull(relevance, "relevance");
    this.threads = threads;
  }

  /** Puts units into blocks of equal size, in an order that has nothing to do with theirs. */
  public static int[] blocks(int units) {
    int[] order = IntStream.range(0, units).toArray();
    SplittableRandom random = new SplittableRandom(SEED);
    int[] blocks = new int[units];
    for (int place = units - 1; place >= 0; place--) {
      int other = random.nextInt(place + 1);
      blocks[order[other]] = place % BLOCKS;
      order[other] = order[place];
    }
    return blocks;
  }

  private static int[] places(int[] blockOfItem, int block) {
    int[] places = new int[blockOfItem.length];
    int count = 0;
    for (int item = 0; item < blockOfItem.length; item++) {
      if (blockOfItem[item] == block) {
        places[count++] = item;
      }
    }
    return Arrays.copyOf(places, count);
  }

  /** The values of all queries that have a relevant item, by measure, then by query. */
  public double[][] values(Similarity similarity) {
    double[][][] measured = measured(similarity, false);
    double[][] values = new double[MEASURES.size()][];
    for (int measure = 0; measure < values.length; measure++) {
      int own = measure;
      values[measure] =
          Arrays.stream(measured)
              .filter(Objects::nonNull)
              .mapToDouble(ofQuery -> ofQuery[0][own])
              .toArray();
    }
    return values;
  }

  /**
   * The gains of one similarity over another.
   *
   * @param deciding the name of the mean average precision, which decides
   * @param unit what the blocks consist of
   * @param heldOut how many of them there are
   */
  public List<Gain> gains(
      Similarity start, Similarity learnt, String deciding, String unit, int heldOut) {
    double[][][] before = measured(start, true);
    double[][][] after = measured(learnt, true);
    List<Gain> gains = new ArrayList<>();
    for (int measure = 0; measure < MEASURES.size(); measure++) {
      gains.add(
          Gain.ofBlocks(
              measure == 0 ? deciding : MEASURES.get(measure),
              unit,
              heldOut,
              mean(before, 0, measure),
              mean(after, 0, measure),
              meansWithoutBlocks(before, measure),
              meansWithoutBlocks(after, measure)));
    }
    return gains;
  }

  private static double[] meansWithoutBlocks(double[][][] measured, int measure) {
    double[] means = new double[BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
      means[block] = mean(measured, block + 1, measure);
    }
    return means;
  }

  /** The mean over the queries that have a value without a block; part 0 is the whole. */
  private static double mean(double[][][] measured, int part, int measure) {
    double sum = 0;
    int count = 0;
    for (double[][] ofQuery : measured) {
      if (ofQuery != null && ofQuery[part] != null) {
        sum += ofQuery[part][measure];
        count++;
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  /**
   * The measures by query: of the whole ranking, then without each block. Null where a query has no
   * relevant item, or is in the block.
   */
  private double[][][] measured(Similarity similarity, boolean withoutBlocks) {
    Similarity.PreparedItems prepared = similarity.prepare(items);
    double[][][] measured = new double[queries.length][][];
    try (Workers workers =
        new Workers(Math.max(1, Math.min(threads, queries.length)), "sors-gain")) {
      workers.forEach(
          queries.length,
          () -> new double[3][items.size()],
          (buffers, query) -> measured[query] = measured(prepared, query, withoutBlocks, buffers));
    }
    return measured;
  }

  private double @Nullable [] @Nullable [] measured(
      Similarity.PreparedItems prepared, int query, boolean withoutBlocks, double[][] buffers) {
    double[] scores = buffers[0];
    double[] relevant = buffers[1];
    double[] others = buffers[2];
    Similarity.NumberedScorer scorer = prepared.scorerFor(queries[query]);
    int relevantCount = 0;
    int otherCount = 0;
    for (int item = 0; item < scores.length; item++) {
      if (relevance.isRanked(query, item)) {
        scores[item] = scorer.score(item);
        if (Double.isNaN(scores[item])) {
          throw new IllegalStateException(
              "the score of item " + item + " for query " + query + " is not a number");
        }
        if (relevance.isRelevant(query, item)) {
          relevant[relevantCount++] = scores[item];
        } else {
          others[otherCount++] = scores[item];
        }
      }
    }
    if (relevantCount == 0) {
      return null;
    }
    RankedGroups.Counter counter = new RankedGroups.Counter(relevant, relevantCount);
    for (int k = 0; k < otherCount; k++) {
      counter.count(others[k]);
    }
    double[][] parts = new double[withoutBlocks ? 1 + BLOCKS : 1][];
    parts[0] = measures(counter.groups());
    for (int block = 0; withoutBlocks && block < BLOCKS; block++) {
      if (block != blockOfQuery[query]) {
        parts[block + 1] = measuresWithout(block, query, counter, scores);
      }
    }
    return parts;
  }

  private double @Nullable [] measuresWithout(
      int block, int query, RankedGroups.Counter counter, double[] scores) {
    for (int item : itemsOfBlock[block]) {
      if (relevance.isRanked(query, item)) {
        counter.remove(scores[item], relevance.isRelevant(query, item));
      }
    }
    double[] measures = counter.hasRelevant() ? measures(counter.groups()) : null;
    for (int item : itemsOfBlock[block]) {
      if (relevance.isRanked(query, item)) {
        counter.putBack(scores[item], relevance.isRelevant(query, item));
      }
    }
    return measures;
  }

  private static double[] measures(RankedGroups ranking) {
    return new double[] {
      RankingMetrics.averagePrecision(ranking),
      RankingMetrics.precisionAt(ranking, 1),
      RankingMetrics.precisionAt(ranking, 10)
    };
  }
}
