package io.github.sors.embedding;

import io.github.sors.kernel.EmbeddingKernels;
import java.util.function.IntUnaryOperator;

/**
 * The inner products of a vector with many embeddings: O(d) for each.
 *
 * <p>Threads: any thread may call it. Failures: a vector of another length is not checked.
 */
public final class InnerProducts {

  private static final int BLOCK = 256;

  private InnerProducts() {}

  /**
   * Computes the inner products of a vector with some embeddings; NaN where there is none.
   *
   * @param count how many embeddings
   * @param numbers the number of the embedding at each place
   */
  public static float[] of(
      Embeddings embeddings, float[] vector, int count, IntUnaryOperator numbers) {
    int dimension = embeddings.space().dimension();
    LocatedRows rows = new LocatedRows(dimension, BLOCK);
    int[] places = new int[BLOCK];
    float[] block = new float[BLOCK];
    float[] products = new float[count];
    for (int next = 0; next < count; ) {
      int filled = 0;
      for (; next < count && filled < BLOCK; next++) {
        int number = numbers.applyAsInt(next);
        if (embeddings.contains(number)) {
          embeddings.locate(number, rows, filled);
          places[filled++] = next;
        } else {
          products[next] = Float.NaN;
        }
      }
      EmbeddingKernels.dots(vector, 0, rows.arrays(), rows.offsets(), filled, dimension, block);
      for (int k = 0; k < filled; k++) {
        products[places[k]] = block[k];
      }
    }
    return products;
  }
}
