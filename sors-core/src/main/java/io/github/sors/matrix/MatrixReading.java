package io.github.sors.matrix;

import io.github.sors.SparseVector;
import io.github.sors.feature.FeatureNumbering;
import io.github.sors.kernel.ShrinkageKernels;
import io.github.sors.matrix.store.ColumnList;
import io.github.sors.matrix.store.GatheredEntries;
import io.github.sors.matrix.store.LevelReader;
import io.github.sors.matrix.store.RowStore;
import java.util.Arrays;

/**
 * Reads the present matrix for a query: scores an item, or returns the weights of item features.
 * Read-only, even the numbering of features.
 */
final class MatrixReading {

  private final LazyMatrix matrix;
  private final FeatureNumbering rowNumbers;
  private final FeatureNumbering columnNumbers;
  private final RowStore store;
  private final Diagonal diagonal;
  private final boolean withSquares;

  MatrixReading(LazyMatrix matrix) {
    this.matrix = matrix;
    this.rowNumbers = matrix.rowNumbers();
    this.columnNumbers = matrix.columnNumbers();
    this.store = matrix.store();
    this.diagonal = matrix.diagonal();
    this.withSquares = matrix.shrinkage().adaptive();
  }

  /** The score of an item for a query, xᵀMy. */
  double score(SparseVector query, SparseVector item) {
    ColumnList found = new ColumnList();
    found.clear(item.size());
    float[] values = new float[item.size()];
    int[] features = new int[item.size()];
    for (int k = 0; k < item.size(); k++) {
      int column = columnNumbers.find(item.index(k));
      if (column >= 0) {
        features[found.count()] = item.index(k);
        values[found.count()] = item.value(k);
        found.add(column);
      }
    }
    store.arrange(found);
    GatheredEntries entries = new GatheredEntries(withSquares);
    entries.ensureCapacity(found.count());
    double sum = 0;
    for (int a = 0; a < query.size(); a++) {
      int feature = query.index(a);
      int row = rowNumbers.find(feature);
      LevelReader reader = matrix.reader(row);
      float onDiagonal = matrix.hasDiagonal(feature) ? diagonal.value(row, reader) : 0;
      float ofRow = onDiagonal * item.get(feature);
      if (row >= 0) {
        store.gather(row, found, entries, 0);
        int own = Arrays.binarySearch(features, 0, found.count(), feature);
        if (own >= 0) {
          entries.put(own, 0, 0);
        }
        reader.read(entries, found.count());
        ofRow += ShrinkageKernels.dot(entries.levels, 0, values, found.count());
      }
      sum += (double) query.value(a) * ofRow;
    }
    return sum;
  }

  /**
   * See {@link LazyMatrix#expand}.
   *
   * @param features ascending
   */
  double[] expand(SparseVector query, int[] features) {
    ColumnList found = new ColumnList();
    found.clear(features.length);
    // the place of each found feature among the given ones, and vice versa
    int[] places = new int[features.length];
    int[] foundPlaces = new int[features.length];
    for (int k = 0; k < features.length; k++) {
      int column = columnNumbers.find(features[k]);
      foundPlaces[k] = column < 0 ? -1 : found.count();
      if (column >= 0) {
        places[found.count()] = k;
        found.add(column);
      }
    }
    int count = found.count();
    store.arrange(found);
    GatheredEntries entries = new GatheredEntries(withSquares);
    entries.ensureCapacity(count);
    double[] weights = new double[features.length];
    double[] sums = new double[count];
    for (int a = 0; a < query.size(); a++) {
      int feature = query.index(a);
      double value = query.value(a);
      int row = rowNumbers.find(feature);
      LevelReader reader = matrix.reader(row);
      int own = Arrays.binarySearch(features, feature);
      if (own >= 0 && matrix.hasDiagonal(feature)) {
        weights[own] += value * diagonal.value(row, reader);
      }
      if (row >= 0) {
        store.gather(row, found, entries, 0);
        if (own >= 0 && foundPlaces[own] >= 0) {
          entries.put(foundPlaces[own], 0, 0);
        }
        reader.read(entries, count);
        float[] values = entries.levels;
        for (int k = 0; k < count; k++) {
          sums[k] += value * values[k];
        }
      }
    }
    for (int k = 0; k < count; k++) {
      weights[places[k]] += sums[k];
    }
    return weights;
  }
}
