package io.github.sors.encoder.row;

/** The rows of a matrix W, by feature. */
public interface RowSource {

  /** Adds the row of a feature to a list, to be summed up {@code value} times. */
  void locate(int feature, float value, RowList list);
}
