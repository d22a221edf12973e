package io.github.sors.encoder.row;

/**
 * Finds the rows of a matrix W by feature.
 *
 * <p>Threads: as the implementation; that of a learner may create the row and so belongs to its
 * thread. Failures: features are not checked.
 */
public interface RowSource {

  /**
   * Finds the rows of all features of a list: writes their numbers to {@link RowList#rows} and
   * calls {@link RowList#place}, or {@link RowList#noteMissing}.
   */
  void locate(RowList list);
}
