package io.github.sors.data.fit;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.Split;
import io.github.sors.eval.RankingEvaluator;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Validation rows, held out of every class: each is a query, and the other held-out rows are ranked
 * for it.
 *
 * <p>They are not ranked against the rows that were learnt from. Learning brings rows of a class
 * together even if labels are random, and a ranking of whole classes in random order has a higher
 * MAP than one of rows in random order: on shuffled labels that would look like a gain.
 *
 * <p>Threads: immutable; measuring uses as many threads as it was created with. Failures: rows that
 * are too few to hold some out give no value, not an exception; a score that is not a number throws
 * {@link IllegalStateException}.
 *
 * @since 0.1.0
 */
public final class HeldOutRows implements Validation {

  /** The share of every class that is held out, if that gives enough queries. */
  public static final double SHARE = 0.2;

  /**
   * The approximate maximum number of held-out rows: ranking takes time proportional to its square.
   */
  public static final int MOST_ROWS = 2_000;

  /** The minimum number of queries to distinguish a gain from noise. */
  public static final int LEAST_QUERIES = 20;

  // larger shares, for classes so small that the first share is a single row
  private static final double[] SHARES = {SHARE, 0.3, 0.5};

  // a different stream than that of the test rows, which have the same seed
  private static final long STREAM = 0x7661_6c69_6461_7465L;

  private final int[] learning;
  private final List<SparseVector> items;
  private final int[] itemLabels;
  private final int threads;

  private HeldOutRows(int[] learning, List<SparseVector> items, int[] itemLabels, int threads) {
    this.learning = learning;
    this.items = items;
    this.itemLabels = itemLabels;
    this.threads = threads;
  }

  /**
   * Holds out some rows.
   *
   * @param vectors all rows, normalised
   * @param labels the class of every row
   * @param rows the training rows
   * @param threads the number of threads for measuring
   * @return empty if there are too few rows to hold some out and learn from the others
   */
  public static Optional<HeldOutRows> of(
      List<SparseVector> vectors, int[] labels, int[] rows, long seed, int threads) {
    int[] rowLabels = Arrays.stream(rows).map(row -> labels[row]).toArray();
    for (double share : SHARES) {
      double bounded = Math.min(share, MOST_ROWS / (double) Math.max(1, rows.length));
      Split split = Split.perClass(rowLabels, bounded, seed ^ STREAM);
      int[] heldOut = select(rows, split.test());
      int[] learning = select(rows, split.train());
      if (rowsWithCompany(labels, heldOut) >= LEAST_QUERIES
          && rowsWithCompany(labels, learning) > 0) {
        return Optional.of(
            new HeldOutRows(
                learning,
                Arrays.stream(heldOut).mapToObj(vectors::get).toList(),
                Arrays.stream(heldOut).map(row -> labels[row]).toArray(),
                threads));
      }
    }
    return Optional.empty();
  }

  private static int[] select(int[] rows, int[] places) {
    return Arrays.stream(places).map(place -> rows[place]).toArray();
  }

  /** The number of rows that are not alone in their class. */
  private static int rowsWithCompany(int[] labels, int[] rows) {
    Map<Integer, Integer> sizes = new HashMap<>();
    for (int row : rows) {
      sizes.merge(labels[row], 1, Integer::sum);
    }
    return sizes.values().stream().filter(size -> size > 1).mapToInt(Integer::intValue).sum();
  }

  /** The remaining rows to learn from, ascending. */
  public int[] learning() {
    return learning.clone();
  }

  @Override
  public Quality measure(Similarity similarity) {
    return Quality.of(
        new RankingEvaluator()
            .withCutoffs(1, 10)
            .withThreads(threads)
            .evaluateWithin(similarity, items, itemLabels));
  }

  @Override
  public String description() {
    return String.format(Locale.ROOT, "%,d validation rows", items.size());
  }
}
