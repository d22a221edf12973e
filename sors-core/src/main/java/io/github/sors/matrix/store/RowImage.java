package io.github.sors.matrix.store;

import io.github.sors.feature.FeatureNumbering;

/**
 * Orders the entries of a row by feature, without sorting: each entry goes to the rank of its
 * column, and then the occupied ranks are visited in order.
 */
public final class RowImage {

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
  public RowImage(int[] columnFeatures) {
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

  /** The column with the given rank in the order of features. */
  int column(int rank) {
    return inOrder[rank];
  }

  /** The feature with the given rank. */
  int feature(int rank) {
    return features[rank];
  }

  /** Returns a buffer with room for one entry per column, and one more. */
  GatheredEntries room(boolean withSquares) {
    if (room == null) {
      room = new GatheredEntries(withSquares);
      room.ensureCapacity(features.length + 1);
    }
    return room;
  }

  /** Stores a value at the rank of its column; zeros are ignored. */
  void put(int column, float value) {
    if (value != 0) {
      int rank = ranks[column];
      values[rank] = value;
      taken[rank >>> 6] |= 1L << (rank & 63);
    }
  }

  /** Takes one entry. */
  @FunctionalInterface
  public interface EntryConsumer {
    void accept(int feature, float value);
  }

  /** Passes all entries to the consumer in ascending order of their features, and clears them. */
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
