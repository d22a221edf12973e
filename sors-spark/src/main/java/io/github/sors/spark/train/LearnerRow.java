package io.github.sors.spark.train;

import java.io.Serializable;

/** One row of a model during training, as a checkpoint stores it. */
public final class LearnerRow implements Serializable {

  private static final long serialVersionUID = 1;

  private int feature;
  private float diagonal;
  private float diagonalSquare;
  private int[] columns;
  private float[] values;
  private float[] squares;

  /** The feature of the query side. */
  public int getFeature() {
    return feature;
  }

  public void setFeature(int newFeature) {
    feature = newFeature;
  }

  /** The diagonal entry. */
  public float getDiagonal() {
    return diagonal;
  }

  public void setDiagonal(float newDiagonal) {
    diagonal = newDiagonal;
  }

  /** The sum of the squared gradients of the diagonal entry. */
  public float getDiagonalSquare() {
    return diagonalSquare;
  }

  public void setDiagonalSquare(float newDiagonalSquare) {
    diagonalSquare = newDiagonalSquare;
  }

  /** The features of the item side with an entry off the diagonal, ascending. */
  public int[] getColumns() {
    return columns;
  }

  public void setColumns(int[] newColumns) {
    columns = newColumns;
  }

  /** The entries at the columns. */
  public float[] getValues() {
    return values;
  }

  public void setValues(float[] newValues) {
    values = newValues;
  }

  /** The sums of their squared gradients; empty if the learner has none. */
  public float[] getSquares() {
    return squares;
  }

  public void setSquares(float[] newSquares) {
    squares = newSquares;
  }
}
