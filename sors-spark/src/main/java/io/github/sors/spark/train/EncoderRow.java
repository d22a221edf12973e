package io.github.sors.spark.train;

import java.io.Serializable;

/** One row of an encoder during training, as a checkpoint stores it. */
public final class EncoderRow implements Serializable {

  private static final long serialVersionUID = 1;

  private int feature;
  private double square;
  private float[] values;

  /** The feature. */
  public int getFeature() {
    return feature;
  }

  public void setFeature(int newFeature) {
    feature = newFeature;
  }

  /** The sum of the squared gradients. */
  public double getSquare() {
    return square;
  }

  public void setSquare(double newSquare) {
    square = newSquare;
  }

  /** The k values of the row. */
  public float[] getValues() {
    return values;
  }

  public void setValues(float[] newValues) {
    values = newValues;
  }
}
