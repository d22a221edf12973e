package io.github.sors.encoder.row;

/**
 * Finds the rows of a matrix W by feature.
 *
 * <p>Threads: as the implementation; that of a learner may create the row and so belongs to its
 * thread. Failures: features are not checked.
 *
 * @since 0.1.0
 */
public interface RowSource {

  /** Adds the row of a feature to a list, with the weight {@code value}. */
  void locate(int feature, float value, RowList list);
}
