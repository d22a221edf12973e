package io.github.sors.matrix.store;

import io.github.sors.feature.FeatureNumbering;
import io.github.sors.matrix.LazyMatrix;

/**
 * Stores the entries of a matrix by row: a level per entry and, for adaptive learners, the sum of
 * its squared gradients.
 *
 * <p>A store knows nothing about learning. Entries that it does not hold are zero. Rows and columns
 * are numbered without gaps, see {@link FeatureNumbering}; the diagonal is not kept here, see
 * {@link LazyMatrix}. Which store is in use may change speed and memory, never a value.
 *
 * <p>Once {@link #reserve} has made room, different rows may be gathered and scattered by different
 * threads at the same time.
 */
public interface RowStore {

  /** Makes room for the given number of rows and columns. */
  void reserve(int rows, int columns);

  /** Arranges columns as this store needs it, before they are passed to one of the others. */
  void arrange(ColumnList columns);

  /**
   * Reads what {@link #beginGather} needs to know of a row before it can tell where its entries
   * are.
   *
   * @return a number without meaning: the compiler would leave out reads whose result nobody uses
   */
  int readHeader(int row);

  /**
   * The first half of {@link #gather}, which reads each cache line that the entries are in, and
   * does as little as possible in between: so the processor waits for many of them at a time. It
   * pays to begin with several rows before the first is finished. The row must not change until
   * then.
   */
  void beginGather(int row, ColumnList columns, GatheredEntries into, int offset);

  /** The second half of {@link #gather}, with the same arguments as the first. */
  void finishGather(int row, ColumnList columns, GatheredEntries into, int offset);

  /**
   * Copies the entries of a row at the given columns to {@code into}, starting at {@code offset}.
   */
  default void gather(int row, ColumnList columns, GatheredEntries into, int offset) {
    beginGather(row, columns, into, offset);
    finishGather(row, columns, into, offset);
  }

  /**
   * Writes back the entries of a row that {@link #gather} copied; the row must not have changed
   * since.
   *
   * @param deadLevel a level of at most this magnitude will stay zero for ever, so an entry without
   *     squares need not be kept
   */
  void scatter(int row, ColumnList columns, GatheredEntries from, int offset, float deadLevel);

  /**
   * Replaces every level of a row by the value that the reader returns, and drops the entries that
   * are zero then. Entries gathered before cannot be scattered any more.
   */
  void settle(int row, LevelReader reader);

  /**
   * Passes the non-zero values of a row to the consumer, in ascending order of their features.
   *
   * @param image orders the entries; must be empty, and is empty afterwards
   */
  void readRow(int row, LevelReader reader, RowImage image, RowImage.EntryConsumer consumer);

  /** Copies all stored entries of a row, in no particular order. */
  void copyRow(int row, RowEntries into);

  /**
   * Returns a store that shares the rows of this one, to be read while this one changes. {@link
   * #scatter} and {@link #settle} write to shared rows; no other method does.
   */
  RowStore sharing();

  /** Makes a private copy of a row in a store that is {@link #sharing}. */
  void detach(int row);

  /** Drops the private copy of a row in a store that is {@link #sharing}. */
  void forget(int row);

  /** Fills an empty row. */
  void restoreRow(int row, RowEntries entries);

  /** The bytes that the store takes; fast enough to be called in every round. */
  long bytes();

  /** A short description for the log. */
  String description();
}
