package io.github.sors.embedding;

/**
 * Finds the embeddings that are nearest to a vector: a view of the index that a program has.
 *
 * <p>Threads: any thread may search while the embeddings do not change.
 */
public interface EmbeddingSearch {

  /** The embeddings that are searched. */
  Embeddings items();

  /**
   * Returns the numbers of the embeddings with the largest inner products with a vector, the best
   * first; of equal ones the lower number first.
   *
   * @param vector of unit length, in the same space
   * @param count how many at most
   */
  int[] first(float[] vector, int count);
}
