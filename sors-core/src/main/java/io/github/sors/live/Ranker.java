package io.github.sors.live;

/**
 * Ranks numbered items for a query.
 *
 * <p>Threads: any thread may rank, unless a class says otherwise.
 *
 * @param <Q> what a query is
 */
public interface Ranker<Q> {

  /** Returns the best items, the best first, at most {@code count}. */
  int[] first(Q query, int count);

  /** Scores items: the larger, the better. */
  double[] scores(Q query, int[] items);
}
