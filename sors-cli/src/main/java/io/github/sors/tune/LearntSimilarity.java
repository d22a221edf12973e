package io.github.sors.tune;

import io.github.sors.Similarity;
import java.util.Objects;

/**
 * The result of a training.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param similarity ranks items for a query
 * @param dimension d, the number of features
 * @param nonZeros the number of non-zero entries of the d × d matrix; for other models, all numbers
 * @param bytes the bytes that the model takes in memory
 * @param seconds the time of learning
 */
public record LearntSimilarity(
    Similarity similarity, int dimension, long nonZeros, long bytes, double seconds) {

  public LearntSimilarity {
    Objects.requireNonNull(similarity, "similarity");
  }

  /**
   * The share of the matrix that is zero, 1 - nnz(M) / d². For another model with n numbers it is 1
   * - n / d², or 0 if that is negative, as for an encoder of few features.
   */
  public double sparsity() {
    return dimension == 0 ? 0 : Math.max(0, 1 - nonZeros / ((double) dimension * dimension));
  }
}
