package io.github.sors.matrix;

import java.util.Arrays;

/**
 * Puts the entries of a row into the order of their features, without sorting them: each goes to
 * the place that its column has in that order, and the places that are taken are walked through.
 */
final class RowImage {

  private final int[] ranks;
  private final int[] inOrder;
  private final int[] features;
  private final float[] values;
  private final long[] taken;

  /** Creates an image for rows of the given columns. */
  RowImage(FeatureNumbering columns) {
    features = columns.features();
    Arrays.sort(features);
    ranks = new int[features.length];
    inOrder = new int[features.length];
    for (int rank = 0; rank < features.length; rank++) {
      inOrder[rank] = columns.find(features[rank]);
      ranks[inOrder[rank]] = rank;
    }
    values = new float[features.length];
    taken = new long[(features.length + 63) >>> 6];
  }

  /** The number of columns. */
  int size() {
    return features.length;
  }

  /** The column at a place in the order of the features. */
  int column(int rank) {
    return inOrder[rank];
  }

  /** The feature at a place in their order. */
  int feature(int rank) {
    return features[rank];
  }

  /** Puts a value to its place; zero is as good as nothing. */
  void put(int column, float value) {
    if (value != 0) {
      int rank = ranks[column];
      values[rank] = value;
      taken[rank >>> 6] |= 1L << (rank & 63);
    }
  }

  /** Takes one entry. */
  @FunctionalInterface
  interface EntryConsumer {
    void accept(int feature, float value);
  }

  /** Hands over all entries in ascending order of their features, and forgets them. */
  void drain(EntryConsumer consumer) {
    for (int word = 0; word < taken.length; word++) {
      for (long bits = taken[word]; bits != 0; bits &= bits - 1) {
        int rank = (word << 6) + Long.numberOfTrailingZeros(bits);
        consumer.accept(features[rank], values[rank]);
      }
      taken[word] = 0;
    }
  }
}
