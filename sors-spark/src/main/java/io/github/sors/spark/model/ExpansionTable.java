package io.github.sors.spark.model;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.linalg.Vector;

/** The rows of a model in a few plain arrays, for broadcasting to all executors. */
public final class ExpansionTable implements RowTable {

  private static final long serialVersionUID = 1;

  // of an array
  private static final long MOST_ENTRIES = Integer.MAX_VALUE - 8;

  private final int itemDimension;
  private final float untouchedDiagonal;
  // ascending
  private final int[] features;
  private final int[][] columns;
  private final float[][] values;

  /** Creates a table of rows in any order. */
  public ExpansionTable(ModelHeader header, List<ModelRow> rows) {
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

  @Override
  public Vector expand(SparseVector query) {
    RowSum expansion = new RowSum(itemDimension);
    for (int a = 0; a < query.size(); a++) {
      int place = Arrays.binarySearch(features, query.index(a));
      if (place >= 0) {
        expansion.add(query.value(a), columns[place], values[place]);
      } else {
        expansion.addEntry(query.value(a), query.index(a), untouchedDiagonal);
      }
    }
    return expansion.vector();
  }

  /** {@inheritDoc} It is summed row by row. */
  @Override
  public double score(SparseVector query, SparseVector item) {
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

  /** The rows of a model that are not empty. */
  public static List<ModelRow> rowsOf(BilinearModel model) {
    if (model.form() != BilinearModel.Form.SIMILARITY) {
      throw new InvalidInputException(
          "Spark ranks by a similarity x'My, but the model is a "
              + model.form().label()
              + ": learn it with form similarity, or use 'sors evaluate'");
    }
    List<ModelRow> rows = new ArrayList<>();
    for (int row = 0; row < model.queryDimension(); row++) {
      if (model.rowEnd(row) > model.rowStart(row)) {
        ModelRow bean = new ModelRow();
        bean.setRow(row);
        bean.setColumns(
            Arrays.copyOfRange(model.columnArray(), model.rowStart(row), model.rowEnd(row)));
        bean.setValues(
            Arrays.copyOfRange(model.valueArray(), model.rowStart(row), model.rowEnd(row)));
        rows.add(bean);
      }
    }
    return rows;
  }

  /** Checks that a model has no more entries than a model file can hold. */
  public static void requireFits(long entries) {
    if (entries > MOST_ENTRIES) {
      throw new InvalidInputException(
          String.format(
              Locale.ROOT,
              "a .sors file holds a matrix of at most %,d entries, found %,d: save the model with"
                  + " write().save(…), which has no limit, learn with a larger lambda, or learn an"
                  + " encoder",
              MOST_ENTRIES,
              entries));
    }
  }

  /** All rows as a model; rows that are not in the table have the untouched diagonal. */
  public BilinearModel toModel(int queryDimension) {
    long[] starts = new long[queryDimension + 1];
    int place = 0;
    for (int row = 0; row < queryDimension; row++) {
      int count = row < itemDimension && untouchedDiagonal != 0 ? 1 : 0;
      if (place < features.length && features[place] == row) {
        count = columns[place++].length;
      }
      starts[row + 1] = starts[row] + count;
    }
    requireFits(starts[queryDimension]);
    int[] allColumns = new int[(int) starts[queryDimension]];
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
