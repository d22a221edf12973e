package io.github.sors.search;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Finds the best items for a query by scoring every item.
 *
 * <p>Nothing is approximated and nothing is indexed; only the items' own part of a score is
 * computed in advance. A search computes one score per item and keeps a heap of the best.
 *
 * <p>Threads: immutable; any thread may search. Failures: a number of hits below 1 throws {@link
 * IllegalArgumentException}, an excluded item that does not exist {@link
 * IndexOutOfBoundsException}, a score that is not a number {@link IllegalStateException}.
 */
public final class ExactSearch {

  private static final int NONE = -1;

  private final Similarity.PreparedItems items;
  private final int size;

  /** Creates a search over the given items, which are identified by their positions in the list. */
  public ExactSearch(Similarity similarity, List<SparseVector> items) {
    this.items = similarity.prepare(items);
    this.size = items.size();
  }

  /** The number of items. */
  public int size() {
    return size;
  }

  /**
   * Returns the items of the highest scores, best first; equal scores by ascending number of the
   * item.
   *
   * @param top how many to return, at least 1; fewer if there are fewer items
   * @throws IllegalStateException if a score is not a number
   */
  public List<Hit> search(SparseVector query, int top) {
    return searchExcept(query, top, NONE);
  }

  /**
   * Returns the best items as {@link #search(SparseVector, int)} does, except the given one: the
   * query itself, if it is one of the items.
   *
   * @param excluded the number of the item to leave out
   */
  public List<Hit> search(SparseVector query, int top, int excluded) {
    return searchExcept(query, top, Objects.checkIndex(excluded, size));
  }

  private List<Hit> searchExcept(SparseVector query, int top, int excluded) {
    if (top < 1) {
      throw new IllegalArgumentException("expected at least 1 hit to return, found " + top);
    }
    Similarity.NumberedScorer scorer = items.scorerFor(query);
    TopScores best = new TopScores(Math.min(top, size));
    for (int item = 0; item < size; item++) {
      if (item == excluded) {
        continue;
      }
      double score = scorer.score(item);
      if (Double.isNaN(score)) {
        throw new IllegalStateException("the score of item " + item + " is not a number");
      }
      best.offer(item, score);
    }
    Hit[] hits = new Hit[best.size()];
    for (int rank = hits.length - 1; rank >= 0; rank--) {
      hits[rank] = new Hit(best.worstNumber(), best.worstScore());
      best.removeWorst();
    }
    return List.copyOf(Arrays.asList(hits));
  }
}
