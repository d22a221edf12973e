package io.github.sors;

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

  /** Scores items for the one query that it was made for. */
  @FunctionalInterface
  interface ItemScorer {
    double score(SparseVector item);
  }
}
