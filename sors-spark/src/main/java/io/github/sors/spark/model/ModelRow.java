package io.github.sors.spark.model;

import java.io.Serializable;

/** One row of a learnt model: a bean, so that its arrays stay primitive in a DataFrame. */
public final class ModelRow implements Serializable {

  private static final long serialVersionUID = 1;

  private int row;
  private int[] columns;
  private float[] values;

  /** The feature of the query side. */
  public int getRow() {
    return row;
  }

  public void setRow(int newRow) {
    row = newRow;
  }

  /** The features of the item side with an entry, ascending. */
  public int[] getColumns() {
    return columns;
  }

  public void setColumns(int[] newColumns) {
    columns = newColumns;
  }

  /** The entries, none of them zero. */
  public float[] getValues() {
    return values;
  }

  public void setValues(float[] newValues) {
    values = newValues;
  }
}
