package io.github.sors;

import java.util.List;

/** A function that says how well an item answers a query: the larger, the better. */
public interface Similarity {

  /** Scores one item for one query. */
  double score(SparseVector query, SparseVector item);

  /**
   * Works out the query's side once, for scoring many items.
   *
   * <p>The scorer belongs to one thread; the similarity may be shared by all. Its scores equal
   * {@link #score} up to the rounding of double precision.
   */
  default ItemScorer scorerFor(SparseVector query) {
    return item -> score(query, item);
  }

  /**
   * Works out the items' side once, for ranking the same items for many queries.
   *
   * <p>What comes back may be shared by threads. Its scores equal those of {@link #scorerFor} to
   * the last bit.
   */
  default PreparedItems prepare(List<SparseVector> items) {
    SparseVector[] prepared = items.toArray(SparseVector[]::new);
    return query -> {
      ItemScorer scorer = scorerFor(query);
      return number -> scorer.score(prepared[number]);
    };
  }

  /** Items that a similarity has looked at already, known by their places in a list. */
  @FunctionalInterface
  interface PreparedItems {
    /** Works out the query's side; the scorer belongs to one thread. */
    NumberedScorer scorerFor(SparseVector query);
  }

  /** Scores prepared items, by their numbers, for the one query that it was made for. */
  @FunctionalInterface
  interface NumberedScorer {
    double score(int number);
  }

  /** Scores items for the one query that it was made for. */
  @FunctionalInterface
  interface ItemScorer {
    double score(SparseVector item);
  }
}
