package io.github.sors.encoder.row;

/**
 * Finds the rows of a matrix W by feature.
 *
 * @since 0.1.0
 */
public interface RowSource {

  /** Adds the row of a feature to a list, with the weight {@code value}. */
  void locate(int feature, float value, RowList list);
}
