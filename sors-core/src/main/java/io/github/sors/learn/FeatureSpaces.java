package io.github.sors.learn;

/**
 * The features of the two sides of a similarity.
 *
 * <p>The dimensions are what to expect, so that memory can be laid out well. They are no limits: a
 * feature never seen before makes the matrix grow.
 *
 * @param queryDimension the expected number of features of queries
 * @param itemDimension the expected number of features of items
 * @param shared whether a number means the same feature on both sides; then M is square
 */
public record FeatureSpaces(int queryDimension, int itemDimension, boolean shared) {

  /** Shared features, no idea how many. */
  public static final FeatureSpaces UNKNOWN = shared(0);

  public FeatureSpaces {
    if (queryDimension < 0 || itemDimension < 0) {
      throw new IllegalArgumentException(
          "dimensions of at least 0 expected, found " + queryDimension + " and " + itemDimension);
    }
    if (shared && queryDimension != itemDimension) {
      throw new IllegalArgumentException(
          "shared features have one dimension, found " + queryDimension + " and " + itemDimension);
    }
  }

  /** Queries and items have the same features. */
  public static FeatureSpaces shared(int dimension) {
    return new FeatureSpaces(dimension, dimension, true);
  }

  /** Queries have features of their own, such as words, and items have others, such as colours. */
  public static FeatureSpaces separate(int queryDimension, int itemDimension) {
    return new FeatureSpaces(queryDimension, itemDimension, false);
  }
}
