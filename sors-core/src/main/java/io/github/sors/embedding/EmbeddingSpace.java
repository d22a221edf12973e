package io.github.sors.embedding;

import io.github.sors.InvalidInputException;
import java.util.Objects;

/**
 * Where embeddings come from: the model that made them, and how many numbers each has. Vectors of
 * two spaces cannot be compared, even if they have the same length.
 *
 * <p>Threads: immutable. Failures: a name that is empty and a dimension below 1 throw {@link
 * IllegalArgumentException}; a vector that does not belong here throws {@link
 * InvalidInputException}.
 *
 * @param model the name of the embedding model, as its user calls it
 * @param dimension the length of its vectors
 */
public record EmbeddingSpace(String model, int dimension) {

  /** The largest dimension: M of a larger one would exceed an array. */
  public static final int LARGEST_DIMENSION = 32_768;

  // the square of the length of a vector that is stored as it is: rounding to half precision and
  // back leaves less than this
  private static final double UNIT = 1e-6;

  public EmbeddingSpace {
    Objects.requireNonNull(model, "model");
    if (model.isBlank()) {
      throw new IllegalArgumentException(
          "expected the name of the embedding model, found an empty one");
    }
    if (dimension < 1 || dimension > LARGEST_DIMENSION) {
      throw new IllegalArgumentException(
          "expected embeddings of 1 to " + LARGEST_DIMENSION + " numbers, found " + dimension);
    }
  }

  /**
   * Returns a vector with length 1.
   *
   * @param what names the vector in messages, such as {@code "the query"}
   * @return a copy, unless the length was 1 already
   * @throws InvalidInputException if the vector has another dimension, a number that is not finite,
   *     or only zeros
   */
  public float[] unit(float[] vector, String what) {
    if (vector.length != dimension) {
      throw new InvalidInputException(
          what + ": expected " + dimension + " numbers, found " + vector.length);
    }
    double square = 0;
    for (int k = 0; k < vector.length; k++) {
      if (!Float.isFinite(vector[k])) {
        throw new InvalidInputException(
            what + ": expected finite numbers, found " + vector[k] + " at position " + k);
      }
      square += (double) vector[k] * vector[k];
    }
    if (square == 0) {
      throw new InvalidInputException(
          what + ": all numbers are zero, so it has no direction; leave it out");
    }
    if (Math.abs(square - 1) <= UNIT) {
      return vector;
    }
    double scale = 1 / Math.sqrt(square);
    float[] unit = new float[dimension];
    for (int k = 0; k < dimension; k++) {
      unit[k] = (float) (vector[k] * scale);
    }
    return unit;
  }

  /**
   * Checks that something else belongs to this space.
   *
   * @throws InvalidInputException if it does not
   */
  public void require(EmbeddingSpace other, String what) {
    if (!equals(other)) {
      throw new InvalidInputException(
          what
              + ": expected embeddings of "
              + this
              + ", found those of "
              + other
              + "; vectors of two models cannot be compared");
    }
  }

  @Override
  public String toString() {
    return "'" + model + "' (" + dimension + " numbers)";
  }
}
