package io.github.sors.adapter;

import io.github.sors.embedding.EmbeddingSearch;
import io.github.sors.embedding.Embeddings;
import io.github.sors.embedding.LocatedRows;
import io.github.sors.kernel.EmbeddingKernels;
import io.github.sors.search.TopScores;

/**
 * Exact search: computes the inner product with every embedding. Costs O(n · d): 100,000 embeddings
 * of 384 numbers take some 20 ms.
 *
 * <p>Threads: any thread may search while the embeddings do not change.
 */
public final class ExactEmbeddingSearch implements EmbeddingSearch {

  private static final int BLOCK = 256;

  private final Embeddings items;

  /** Creates a search over embeddings. */
  public ExactEmbeddingSearch(Embeddings items) {
    this.items = items;
  }

  @Override
  public Embeddings items() {
    return items;
  }

  @Override
  public int[] first(float[] vector, int count) {
    int dimension = items.space().dimension();
    LocatedRows rows = new LocatedRows(dimension, BLOCK);
    int[] numbers = new int[BLOCK];
    float[] scores = new float[BLOCK];
    TopScores best = new TopScores(Math.min(count, items.size()));
    int size = items.size();
    for (int next = 0; next < size; ) {
      int filled = 0;
      for (; next < size && filled < BLOCK; next++) {
        if (items.contains(next)) {
          items.locate(next, rows, filled);
          numbers[filled++] = next;
        }
      }
      EmbeddingKernels.dots(vector, 0, rows.arrays(), rows.offsets(), filled, dimension, scores);
      for (int k = 0; k < filled; k++) {
        best.offer(numbers[k], scores[k]);
      }
    }
    int[] found = new int[best.size()];
    for (int rank = found.length - 1; rank >= 0; rank--) {
      found[rank] = best.worstNumber();
      best.removeWorst();
    }
    return found;
  }
}
