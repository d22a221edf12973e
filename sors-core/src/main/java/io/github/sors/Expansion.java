package io.github.sors;

/**
 * The learnt expansion Mᵀx of a query x: a weight for each feature of the items.
 *
 * <p>It is the sum of M's rows, each multiplied by the query's value at that row's feature. Rows
 * are added in ascending order of the features, in double precision, so that everyone who expands a
 * query gets the same bits. The score of an item y is then Σ weightⱼ yⱼ, O(nnz(y)).
 *
 * <p>Belongs to one thread while rows are added; may be shared by threads afterwards.
 */
public final class Expansion {

  private final double[] weights;

  private Expansion(double[] weights) {
    this.weights = weights;
  }

  /**
   * Returns the expansion of an empty query, to which rows can be added.
   *
   * @param dimension the number of columns of M
   */
  public static Expansion empty(int dimension) {
    return new Expansion(new double[dimension]);
  }

  /** Returns the expansion with the given weights, which the caller hands over. */
  public static Expansion ofWeights(double[] weights) {
    return new Expansion(weights);
  }

  /**
   * Adds a row of M, kept at the places {@code from} to below {@code to} of the arrays.
   *
   * @param value the query's value at the feature of the row
   */
  public void addRow(double value, int[] columns, float[] values, int from, int to) {
    for (int k = from; k < to; k++) {
      weights[columns[k]] += value * values[k];
    }
  }

  /**
   * Adds a row of M that has one entry only; nothing if its column is beyond M's.
   *
   * @param value the query's value at the feature of the row
   */
  public void addEntry(double value, int column, float entry) {
    if (column < weights.length) {
      weights[column] += value * entry;
    }
  }

  /** The score of an item, xᵀMy; features of the item beyond M's columns add nothing. */
  public double score(SparseVector item) {
    int[] features = item.indexArray();
    float[] values = item.valueArray();
    double sum = 0;
    for (int k = 0; k < features.length && features[k] < weights.length; k++) {
      sum += weights[features[k]] * values[k];
    }
    return sum;
  }

  /** The weights of all features; not to be written to. */
  public double[] weightArray() {
    return weights;
  }
}
