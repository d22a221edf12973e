package io.github.sors.lab;

import io.github.sors.Similarity;
import java.util.Objects;

/**
 * What a method has learnt.
 *
 * @param similarity ranks items for a query
 * @param dimension d, the number of features
 * @param nonZeros the entries of the d × d matrix that are not zero; all numbers of another model
 * @param bytes the bytes that the model takes in memory
 * @param seconds the time of learning alone
 */
public record LearntSimilarity(
    Similarity similarity, int dimension, long nonZeros, long bytes, double seconds) {

  public LearntSimilarity {
    Objects.requireNonNull(similarity, "similarity");
  }

  /**
   * The share of the matrix that is zero, 1 - nnz(M) / d². For another model the share of d²
   * numbers that it does without; 0 where it has more than that, as an encoder of few features.
   */
  public double sparsity() {
    return dimension == 0 ? 0 : Math.max(0, 1 - nonZeros / ((double) dimension * dimension));
  }
}
