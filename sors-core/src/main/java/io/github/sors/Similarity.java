package io.github.sors;

import java.util.List;

/**
 * A function that scores how well an item matches a query: the larger, the better.
 *
 * <p>Threads: any thread may call it; a scorer belongs to one thread, prepared items do not.
 * Failures: vectors of any dimension can be scored. A score may be NaN if the similarity computes
 * one; search and evaluation refuse it.
 */
public interface Similarity {

  /** Scores one item for one query. */
  double score(SparseVector query, SparseVector item);

  /**
   * Computes the query's part of the score once, for scoring many items.
   *
   * <p>The scorer is not thread-safe; the similarity is. Its scores equal {@link #score} up to the
   * rounding of double precision.
   */
  default ItemScorer scorerFor(SparseVector query) {
    return item -> score(query, item);
  }

  /**
   * Computes the items' part of the score once, for ranking the same items for many queries.
   *
   * <p>The result is thread-safe. Its scores are bit-identical to those of {@link #scorerFor}.
   */
  default PreparedItems prepare(List<SparseVector> items) {
    SparseVector[] prepared = items.toArray(SparseVector[]::new);
    return query -> {
      ItemScorer scorer = scorerFor(query);
      return number -> scorer.score(prepared[number]);
    };
  }

  /** Items that a similarity has prepared, identified by their positions in a list. */
  @FunctionalInterface
  interface PreparedItems {
    /** Computes the query's part of the score; the scorer is not thread-safe. */
    NumberedScorer scorerFor(SparseVector query);
  }

  /** Scores prepared items, by number, for one query. */
  @FunctionalInterface
  interface NumberedScorer {
    double score(int number);
  }

  /** Scores items for one query. */
  @FunctionalInterface
  interface ItemScorer {
    double score(SparseVector item);
  }
}
