package io.github.sors.matrix;

import io.github.sors.feature.FeatureNumbering;

/**
 * Keeps the entries of a matrix, row by row: a level each and, for adaptive learners, the sum of
 * the squared gradients.
 *
 * <p>A store knows nothing of learning. What it does not hold is zero. Rows and columns are
 * numbered without gaps, see {@link FeatureNumbering}; the diagonal is not kept here, see {@link
 * LazyMatrix}. Which store is in use may change speed and memory, never a value.
 *
 * <p>Once {@link #reserve} has made room, different rows may be gathered and scattered by different
 * threads at the same time.
 */
interface RowStore {

  /** Makes room for so many rows and columns. */
  void reserve(int rows, int columns);

  /** Copies the entries of a row at some columns to {@code into}, from {@code offset} on. */
  void gather(int row, ColumnList columns, GatheredEntries into, int offset);

  /**
   * Writes the entries of a row back that {@link #gather} copied, the row not having changed since.
   *
   * @param deadLevel a level of at most this magnitude stands for zero for good, so that an entry
   *     without squares need not be kept
   */
  void scatter(int row, ColumnList columns, GatheredEntries from, int offset, float deadLevel);

  /**
   * Replaces every level of a row by what is read of it, and forgets the entries of which nothing
   * is left. What was gathered before cannot be scattered any more.
   */
  void settle(int row, LevelReader reader);

  /**
   * Hands over the values of a row that are not zero, in the ascending order of their features.
   *
   * @param image knows that order; it is empty before and after
   */
  void readRow(int row, LevelReader reader, RowImage image, RowImage.EntryConsumer consumer);

  /** Copies all entries of a row in which anything is stored, in no particular order. */
  void copyRow(int row, RowEntries into);

  /**
   * A store with the very rows of this one, to be read while this one changes: {@link #scatter} and
   * {@link #settle} write to them, and all else that happens here leaves them alone.
   */
  RowStore sharing();

  /** Gives a store that is {@link #sharing} a copy of its own of a row. */
  void detach(int row);

  /** Has a store that is {@link #sharing} forget a row of its own. */
  void forget(int row);

  /** Fills an empty row. */
  void restoreRow(int row, RowEntries entries);

  /** Replaces all entries of a row. What was gathered before cannot be scattered any more. */
  void replaceRow(int row, RowEntries entries);

  /** The bytes that the store takes; quick enough to be asked for in every round. */
  long bytes();

  /** What it is, for the log. */
  String description();
}
