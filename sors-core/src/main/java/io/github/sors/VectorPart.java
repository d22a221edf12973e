package io.github.sors;

import java.util.Arrays;
import java.util.Locale;

/**
 * The features that hold the numbers of an embedding, in vectors that may have other features
 * before them: terms of a text beside the embedding of the same text.
 *
 * <p>Feature {@code first + i} is the i-th number. What comes before {@code first} is called the
 * other part; it is empty if {@code first} is 0.
 *
 * <p>Threads: immutable. Failures: a place that features cannot have throws {@link
 * IllegalArgumentException}, an embedding of another length {@link InvalidInputException}.
 *
 * @param first the feature of the first number
 * @param dimension how many numbers an embedding has
 */
public record VectorPart(int first, int dimension) {

  /** Checks the place. */
  public VectorPart {
    if (first < 0 || dimension < 1 || first > SparseVector.MAXIMUM_INDEX - dimension + 1) {
      throw new IllegalArgumentException(
          "expected at least one number, and features from 0 to "
              + SparseVector.MAXIMUM_INDEX
              + ", found "
              + dimension
              + " numbers from feature "
              + first
              + " on");
    }
  }

  /**
   * Checks the length of an embedding.
   *
   * @param found how many numbers it has
   * @param where what to call the embedding in the message, such as a file
   * @throws InvalidInputException if it has another length
   */
  public void requireDimension(int found, String where) {
    if (found != dimension) {
      throw new InvalidInputException(
          String.format(
              Locale.ROOT,
              "%s: expected %,d numbers, found %,d: use the embeddings of the same model",
              where,
              dimension,
              found));
    }
  }

  /**
   * An embedding beside other features. Features of the other part from {@code first} on are left
   * out: nothing was learnt about them.
   *
   * @throws InvalidInputException if the embedding has another length
   */
  public SparseVector beside(SparseVector other, float[] embedding) {
    requireDimension(embedding.length, "the vector");
    return joined(otherPart(other), SparseVector.ofDense(embedding));
  }

  /** The features before the numbers. */
  public SparseVector otherPart(SparseVector vector) {
    int end = position(vector, first);
    return end == vector.size()
        ? vector
        : SparseVector.ofTrusted(
            Arrays.copyOf(vector.indexArray(), end), Arrays.copyOf(vector.valueArray(), end));
  }

  /** The numbers alone, counted from 0. */
  SparseVector embedding(SparseVector vector) {
    if (first == 0 && vector.dimension() <= dimension) {
      return vector;
    }
    int start = position(vector, first);
    int end = position(vector, first + dimension);
    int[] indices = Arrays.copyOfRange(vector.indexArray(), start, end);
    for (int k = 0; k < indices.length; k++) {
      indices[k] -= first;
    }
    return SparseVector.ofTrusted(indices, Arrays.copyOfRange(vector.valueArray(), start, end));
  }

  /** The inverse of {@link #otherPart} and {@link #embedding}. */
  SparseVector joined(SparseVector other, SparseVector embedding) {
    if (first == 0) {
      return embedding;
    }
    int size = other.size();
    int[] indices = Arrays.copyOf(other.indexArray(), size + embedding.size());
    float[] values = Arrays.copyOf(other.valueArray(), size + embedding.size());
    for (int k = 0; k < embedding.size(); k++) {
      indices[size + k] = first + embedding.index(k);
      values[size + k] = embedding.value(k);
    }
    return SparseVector.ofTrusted(indices, values);
  }

  private static int position(SparseVector vector, int feature) {
    int found = Arrays.binarySearch(vector.indexArray(), feature);
    return found < 0 ? -found - 1 : found;
  }
}
