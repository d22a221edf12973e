package io.github.sors.matrix;

import io.github.sors.MatrixRow;
import io.github.sors.feature.FeatureNumbering;
import io.github.sors.matrix.store.RowEntries;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Consumer;

/** Exports the rows of a matrix, and imports rows of another. */
final class RowExchange {

  private final LazyMatrix matrix;
  private final Shrinkage shrinkage;
  private final Diagonal diagonal;
  private final FeatureNumbering rowNumbers;
  private final FeatureNumbering columnNumbers;

  RowExchange(LazyMatrix matrix) {
    this.matrix = matrix;
    this.shrinkage = matrix.shrinkage();
    this.diagonal = matrix.diagonal();
    this.rowNumbers = matrix.rowNumbers();
    this.columnNumbers = matrix.columnNumbers();
  }

  /**
   * Passes every row that a round has touched to the consumer, in no particular order; read-only.
   *
   * @throws IllegalStateException if rows have settled at different times; call {@link
   *     LazyMatrix#settle} first
   */
  void forEachRow(Consumer<MatrixRow> consumer) {
    RowEntries entries = new RowEntries();
    for (int row = 0; row < rowNumbers.size(); row++) {
      if (matrix.rowClocks().origin(row) != 0) {
        throw new IllegalStateException("rows are handed over by one clock: settle them first");
      }
      matrix.store().copyRow(row, entries);
      consumer.accept(exported(row, entries));
    }
  }

  private MatrixRow exported(int row, RowEntries entries) {
    // feature and place packed into one number, so that sorting the numbers sorts the entries
    long[] keys = new long[entries.count];
    for (int k = 0; k < keys.length; k++) {
      keys[k] = ((long) columnNumbers.feature(entries.columns[k]) << 32) | k;
    }
    Arrays.sort(keys);
    int[] features = new int[keys.length];
    float[] levels = new float[keys.length];
    float[] squares = new float[shrinkage.adaptive() ? keys.length : 0];
    for (int k = 0; k < keys.length; k++) {
      int place = (int) keys[k];
      features[k] = (int) (keys[k] >>> 32);
      levels[k] = entries.levels[place];
      if (shrinkage.adaptive()) {
        squares[k] = entries.squares[place];
      }
    }
    return new MatrixRow(
        rowNumbers.feature(row),
        diagonal.target() + diagonal.level(row),
        shrinkage.adaptive() ? diagonal.square(row) : 0,
        features,
        levels,
        squares);
  }

  /**
   * Restores rows that {@link #forEachRow} of another matrix of this kind passed out, with its
   * clock and its untouched diagonal; only before the first round.
   */
  void restoreRows(double clock, float untouchedDiagonal, Iterator<MatrixRow> source) {
    if (rowNumbers.size() > 0) {
      throw new IllegalStateException("rows are taken over before the first round only");
    }
    matrix.restart(clock, untouchedDiagonal - diagonal.target());
    RowEntries entries = new RowEntries();
    while (source.hasNext()) {
      MatrixRow given = source.next();
      int size = given.size();
      matrix.reserve(given.feature() + 1, size == 0 ? 0 : given.columns()[size - 1] + 1);
      int row = rowNumbers.number(given.feature());
      entries.clear();
      for (int k = 0; k < size; k++) {
        entries.add(
            columnNumbers.number(given.columns()[k]),
            given.levels()[k],
            shrinkage.adaptive() ? given.squares()[k] : 0);
      }
      matrix.reserveEntries();
      matrix.store().restoreRow(row, entries);
      diagonal.set(row, given.diagonal() - diagonal.target(), given.diagonalSquare());
    }
  }

  /**
   * Restores rows of values instead of levels; only before the first round.
   *
   * @param untouchedDiagonal the value of the diagonal entries of all other rows
   */
  void restoreValues(float untouchedDiagonal, Iterator<MatrixRow> source) {
    restoreRows(0, untouchedDiagonal, source);
  }
}
