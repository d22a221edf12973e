package io.github.sors;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The learnt expansion Mᵀx of a query x: a weight for each feature of the items.
 *
 * <p>It is the sum of M's rows, each multiplied by the query's value at that row's feature. Rows
 * are added in ascending order of the features, in double precision, so that every expansion of a
 * query is bit-identical. The score of an item y is then Σ weightⱼ yⱼ, O(nnz(y)).
 *
 * <p>Threads: one thread adds rows; afterwards any thread may read. Failures: arrays of different
 * lengths throw {@link IllegalArgumentException}; a row with a column that has no place throws
 * {@link IndexOutOfBoundsException} and leaves the expansion half added: discard it.
 */
public final class Expansion {

  // ascending; null if the weights are indexed by feature
  private final int @Nullable [] features;
  private final double[] weights;

  private Expansion(int @Nullable [] features, double[] weights) {
    this.features = features;
    this.weights = weights;
  }

  /**
   * Returns the expansion of an empty query, to which rows can be added.
   *
   * @param dimension the number of columns of M
   */
  public static Expansion empty(int dimension) {
    return new Expansion(null, new double[dimension]);
  }

  /**
   * Returns the expansion of an empty query for rows that have only the given columns; memory grows
   * with their number.
   *
   * @param features the columns, ascending; the array is not copied
   */
  static Expansion emptyOver(int[] features) {
    return new Expansion(features, new double[features.length]);
  }

  /** Returns the expansion with the given weights; the array is not copied. */
  public static Expansion ofWeights(double[] weights) {
    return new Expansion(null, weights);
  }

  /**
   * Returns the expansion with weights for some features; the arrays are not copied.
   *
   * @param features the features, ascending
   */
  public static Expansion ofWeights(int[] features, double[] weights) {
    if (features.length != weights.length) {
      throw new IllegalArgumentException(
          "expected a weight per feature, found "
              + weights.length
              + " for "
              + features.length
              + " features");
    }
    boolean all = features.length == 0 || features[features.length - 1] == features.length - 1;
    return new Expansion(all ? null : features, weights);
  }

  /**
   * Adds a row of M, stored in the arrays from {@code from} to {@code to}, exclusive.
   *
   * @param value the query's value at the feature of the row
   */
  public void addRow(double value, int[] columns, float[] values, int from, int to) {
    for (int k = from; k < to; k++) {
      weights[place(columns[k])] += value * values[k];
    }
  }

  /**
   * Adds a row of M with a single entry; ignored if its column is beyond those of M.
   *
   * @param value the query's value at the feature of the row
   */
  public void addEntry(double value, int column, float entry) {
    int place = place(column);
    if (place >= 0 && place < weights.length) {
      weights[place] += value * entry;
    }
  }

  /** The place of a feature's weight; negative, or beyond the weights, if it has none. */
  private int place(int feature) {
    return features == null ? feature : Arrays.binarySearch(features, feature);
  }

  /** The score of an item, xᵀMy; features of the item beyond M's columns add nothing. */
  public double score(SparseVector item) {
    int[] indices = item.indexArray();
    float[] values = item.valueArray();
    double sum = 0;
    if (features == null) {
      for (int k = 0; k < indices.length && indices[k] < weights.length; k++) {
        sum += weights[indices[k]] * values[k];
      }
      return sum;
    }
    for (int k = 0; k < indices.length; k++) {
      int place = place(indices[k]);
      sum += place < 0 ? 0 : weights[place] * values[k];
    }
    return sum;
  }

  /** The features whose weight is not zero, ascending. */
  public int[] weightedFeatures() {
    return IntStream.range(0, weights.length)
        .filter(place -> weights[place] != 0)
        .map(place -> features == null ? place : features[place])
        .toArray();
  }

  /** The weight of a feature. */
  public double weight(int feature) {
    int place = place(feature);
    return place < 0 || place >= weights.length ? 0 : weights[place];
  }

  /** The weights of all features, from 0 on; must not be modified. */
  public double[] weightArray() {
    if (features == null) {
      return weights;
    }
    double[] all = new double[features.length == 0 ? 0 : features[features.length - 1] + 1];
    for (int place = 0; place < features.length; place++) {
      all[features[place]] = weights[place];
    }
    return all;
  }
}
