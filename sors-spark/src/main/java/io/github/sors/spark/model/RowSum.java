package io.github.sors.spark.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;

/**
 * Sums weighted rows of M, in the order in which they are added, in double precision. Memory grows
 * with the entries of the rows, not with the dimension.
 */
final class RowSum {

  // with fewer features per entry than this, an array of all features is faster
  private static final int FEATURES_PER_ENTRY = 8;

  private final int dimension;
  private final List<int[]> columns = new ArrayList<>();
  private final List<float[]> values = new ArrayList<>();
  private double[] weights = new double[16];
  private long entries;

  /**
   * Creates an empty sum.
   *
   * @param dimension the number of columns of M; entries beyond it are ignored
   */
  RowSum(int dimension) {
    this.dimension = dimension;
  }

  /** Adds a row; the arrays are not copied. */
  void add(double weight, int[] rowColumns, float[] rowValues) {
    if (columns.size() == weights.length) {
      weights = Arrays.copyOf(weights, 2 * weights.length);
    }
    weights[columns.size()] = weight;
    columns.add(rowColumns);
    values.add(rowValues);
    entries += rowColumns.length;
  }

  /** Adds a row of one entry, unless that is zero. */
  void addEntry(double weight, int column, float value) {
    if (value != 0) {
      add(weight, new int[] {column}, new float[] {value});
    }
  }

  /** The sum, without zeros. */
  Vector vector() {
    boolean all = dimension <= FEATURES_PER_ENTRY * entries;
    int[] features = all ? null : distinctColumns();
    double[] sums = new double[all ? dimension : features.length];
    for (int row = 0; row < columns.size(); row++) {
      int[] rowColumns = columns.get(row);
      float[] rowValues = values.get(row);
      int place = 0;
      for (int k = 0; k < rowColumns.length && rowColumns[k] < dimension; k++) {
        place =
            all
                ? rowColumns[k]
                : Arrays.binarySearch(features, place, features.length, rowColumns[k]);
        sums[place] += weights[row] * rowValues[k];
      }
    }
    return compressed(features, sums);
  }

  private int[] distinctColumns() {
    int[] found = new int[Math.toIntExact(entries)];
    int count = 0;
    for (int[] rowColumns : columns) {
      System.arraycopy(rowColumns, 0, found, count, rowColumns.length);
      count += rowColumns.length;
    }
    Arrays.sort(found);
    int distinct = 0;
    for (int k = 0; k < count && found[k] < dimension; k++) {
      if (k == 0 || found[k] != found[k - 1]) {
        found[distinct++] = found[k];
      }
    }
    return Arrays.copyOf(found, distinct);
  }

  private Vector compressed(int[] features, double[] sums) {
    int count = 0;
    for (double sum : sums) {
      count += sum == 0 ? 0 : 1;
    }
    int[] indices = new int[count];
    double[] kept = new double[count];
    count = 0;
    for (int place = 0; place < sums.length; place++) {
      if (sums[place] != 0) {
        indices[count] = features == null ? place : features[place];
        kept[count++] = sums[place];
      }
    }
    return Vectors.sparse(dimension, indices, kept);
  }
}
