package io.github.sors.matrix;

import java.util.Arrays;

/** The columns of a matrix in the ascending order of their features; immutable. */
final class ColumnOrder {

  private final int[] features;
  private final int[] ranks;

  ColumnOrder(FeatureNumbering columns) {
    features = columns.features();
    Arrays.sort(features);
    ranks = new int[features.length];
    for (int rank = 0; rank < features.length; rank++) {
      ranks[columns.find(features[rank])] = rank;
    }
  }

  int size() {
    return features.length;
  }

  /** The place of a column. */
  int rank(int column) {
    return ranks[column];
  }

  /** The feature at a place. */
  int feature(int rank) {
    return features[rank];
  }
}
