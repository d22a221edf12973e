package io.github.sors.matrix;

import io.github.sors.feature.FeatureNumbering;

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
  private GatheredEntries room;

  /**
   * Creates an image for rows of the given columns.
   *
   * @param columnFeatures the feature of each column
   */
  RowImage(int[] columnFeatures) {
    long[] order = FeatureNumbering.byFeature(columnFeatures);
    features = new int[order.length];
    ranks = new int[order.length];
    inOrder = new int[order.length];
    for (int rank = 0; rank < order.length; rank++) {
      features[rank] = (int) (order[rank] >>> 32);
      inOrder[rank] = (int) order[rank];
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

  /** Room for an entry of every column, and one more. */
  GatheredEntries room(boolean withSquares) {
    if (room == null) {
      room = new GatheredEntries(withSquares);
      room.ensureCapacity(features.length + 1);
    }
    return room;
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
