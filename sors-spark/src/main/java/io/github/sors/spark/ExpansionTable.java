package io.github.sors.spark;

import io.github.sors.BilinearModel;
import io.github.sors.Expansion;
import io.github.sors.SparseVector;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/** The rows of a model in a few plain arrays, for broadcasting to all executors. */
final class ExpansionTable implements Serializable {

  private static final long serialVersionUID = 1;

  private final int itemDimension;
  private final float untouchedDiagonal;
  // ascending
  private final int[] features;
  private final int[][] columns;
  private final float[][] values;

  /** Creates a table of rows in any order. */
  ExpansionTable(ModelHeader header, List<ModelRow> rows) {
    itemDimension = header.getItemDimension();
    untouchedDiagonal = header.getUntouchedDiagonal();
    ModelRow[] sorted = rows.toArray(ModelRow[]::new);
    Arrays.sort(sorted, java.util.Comparator.comparingInt(ModelRow::getRow));
    features = new int[sorted.length];
    columns = new int[sorted.length][];
    values = new float[sorted.length][];
    for (int k = 0; k < sorted.length; k++) {
      features[k] = sorted[k].getRow();
      columns[k] = sorted[k].getColumns();
      values[k] = sorted[k].getValues();
    }
  }

  /** Mᵀx of a query. */
  Expansion expand(SparseVector query) {
    Expansion expansion = Expansion.empty(itemDimension);
    for (int a = 0; a < query.size(); a++) {
      int place = Arrays.binarySearch(features, query.index(a));
      if (place >= 0) {
        expansion.addRow(query.value(a), columns[place], values[place], 0, columns[place].length);
      } else {
        expansion.addEntry(query.value(a), query.index(a), untouchedDiagonal);
      }
    }
    return expansion;
  }

  /** xᵀMy, summed row by row. */
  double score(SparseVector query, SparseVector item) {
    double sum = 0;
    for (int a = 0; a < query.size(); a++) {
      int place = Arrays.binarySearch(features, query.index(a));
      double rowSum =
          place >= 0
              ? rowScore(columns[place], values[place], item)
              : (double) untouchedDiagonal * item.get(query.index(a));
      sum += query.value(a) * rowSum;
    }
    return sum;
  }

  private static double rowScore(int[] columns, float[] values, SparseVector item) {
    double sum = 0;
    int k = 0;
    for (int b = 0; b < item.size() && k < columns.length; b++) {
      while (k < columns.length && columns[k] < item.index(b)) {
        k++;
      }
      if (k < columns.length && columns[k] == item.index(b)) {
        sum += (double) values[k] * item.value(b);
      }
    }
    return sum;
  }

  /** All rows as a model; rows that are not in the table have the untouched diagonal. */
  BilinearModel toModel(int queryDimension) {
    long[] starts = new long[queryDimension + 1];
    int place = 0;
    for (int row = 0; row < queryDimension; row++) {
      int count = row < itemDimension && untouchedDiagonal != 0 ? 1 : 0;
      if (place < features.length && features[place] == row) {
        count = columns[place++].length;
      }
      starts[row + 1] = starts[row] + count;
    }
    int[] allColumns = new int[Math.toIntExact(starts[queryDimension])];
    float[] allValues = new float[allColumns.length];
    place = 0;
    for (int row = 0; row < queryDimension; row++) {
      int start = (int) starts[row];
      if (place < features.length && features[place] == row) {
        System.arraycopy(columns[place], 0, allColumns, start, columns[place].length);
        System.arraycopy(values[place], 0, allValues, start, values[place].length);
        place++;
      } else if (starts[row + 1] > start) {
        allColumns[start] = row;
        allValues[start] = untouchedDiagonal;
      }
    }
    return BilinearModel.ofRows(queryDimension, itemDimension, starts, allColumns, allValues);
  }
}
