package io.github.sors.spark;

import io.github.sors.MatrixRow;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * The entries of a row that the rounds of one partition have changed, and the mixing of several
 * such changes.
 *
 * <p>Either the changes of all partitions are added, or an entry becomes the mean over the
 * partitions that have changed it. The increases of the sums of squared gradients are always added.
 *
 * @param changed the entries that differ from the row at rest
 * @param isDiagonalChanged whether the diagonal entry differs
 */
record RowChange(MatrixRow changed, boolean isDiagonalChanged) implements Serializable {

  // of floats that were rounded in different places
  private static final float ROUNDING = 1e-6f;

  /**
   * Finds the changes.
   *
   * @param rested the row at rest: as it would be without the rounds
   */
  static RowChange between(MatrixRow rested, MatrixRow learnt) {
    Entries entries = new Entries(rested.size() + learnt.size(), learnt.squares().length > 0);
    int i = 0;
    for (int k = 0; k < learnt.size(); k++) {
      int column = learnt.columns()[k];
      while (i < rested.size() && rested.columns()[i] < column) {
        entries.addIfDropped(rested, i++);
      }
      boolean known = i < rested.size() && rested.columns()[i] == column;
      if (!known || isChanged(rested, i, learnt, k)) {
        entries.add(column, learnt.levels()[k], squareOf(learnt, k));
      }
      i += known ? 1 : 0;
    }
    while (i < rested.size()) {
      entries.addIfDropped(rested, i++);
    }
    boolean diagonal =
        rested.diagonalSquare() != learnt.diagonalSquare()
            || differ(rested.diagonal(), learnt.diagonal());
    return new RowChange(
        entries.row(learnt.feature(), learnt.diagonal(), learnt.diagonalSquare()), diagonal);
  }

  /**
   * The row at rest with all changes mixed into it, summed in the given order.
   *
   * @param adding whether changes are added; else they are averaged
   */
  static MatrixRow mixed(MatrixRow rested, List<RowChange> changes, boolean adding) {
    boolean adaptive =
        rested.squares().length > 0
            || changes.stream().anyMatch(change -> change.changed.squares().length > 0);
    int[] columns = union(rested, changes);
    // of what the changes add to the row at rest
    double[] sums = new double[columns.length];
    double[] squares = new double[columns.length];
    int[] counts = new int[columns.length];
    float[] restedSquares = new float[columns.length];
    float[] levels = new float[columns.length];
    int at = 0;
    for (int k = 0; k < rested.size(); k++) {
      at = Arrays.binarySearch(columns, at, columns.length, rested.columns()[k]);
      levels[at] = rested.levels()[k];
      restedSquares[at] = squareOf(rested, k);
    }
    double diagonal = 0;
    double diagonalSquare = rested.diagonalSquare();
    int diagonalCount = 0;
    for (RowChange change : changes) {
      MatrixRow row = change.changed;
      at = 0;
      for (int k = 0; k < row.size(); k++) {
        at = Arrays.binarySearch(columns, at, columns.length, row.columns()[k]);
        sums[at] += (double) row.levels()[k] - levels[at];
        squares[at] += squareOf(row, k) - restedSquares[at];
        counts[at]++;
      }
      if (change.isDiagonalChanged) {
        diagonal += (double) row.diagonal() - rested.diagonal();
        diagonalSquare += row.diagonalSquare() - rested.diagonalSquare();
        diagonalCount++;
      }
    }
    float[] mixedSquares = new float[adaptive ? columns.length : 0];
    for (int k = 0; k < columns.length; k++) {
      levels[k] = (float) (levels[k] + sums[k] / (adding ? 1 : Math.max(1, counts[k])));
      if (adaptive) {
        mixedSquares[k] = (float) (restedSquares[k] + squares[k]);
      }
    }
    return new MatrixRow(
        rested.feature(),
        (float) (rested.diagonal() + diagonal / (adding ? 1 : Math.max(1, diagonalCount))),
        (float) diagonalSquare,
        columns,
        levels,
        mixedSquares);
  }

  private static boolean isChanged(MatrixRow rested, int i, MatrixRow learnt, int k) {
    return squareOf(rested, i) != squareOf(learnt, k)
        || differ(rested.levels()[i], learnt.levels()[k]);
  }

  private static boolean differ(float rested, float learnt) {
    return Math.abs(rested - learnt) > ROUNDING * Math.max(Math.abs(rested), Math.abs(learnt));
  }

  private static float squareOf(MatrixRow row, int k) {
    return row.squares().length == 0 ? 0 : row.squares()[k];
  }

  private static int[] union(MatrixRow rested, List<RowChange> changes) {
    int total = rested.size();
    for (RowChange change : changes) {
      total += change.changed.size();
    }
    int[] all = Arrays.copyOf(rested.columns(), total);
    int end = rested.size();
    for (RowChange change : changes) {
      System.arraycopy(change.changed.columns(), 0, all, end, change.changed.size());
      end += change.changed.size();
    }
    Arrays.sort(all);
    int count = 0;
    for (int k = 0; k < total; k++) {
      if (k == 0 || all[k] != all[k - 1]) {
        all[count++] = all[k];
      }
    }
    return Arrays.copyOf(all, count);
  }

  /** Collects entries one by one, by ascending column. */
  private static final class Entries {

    private final int[] columns;
    private final float[] levels;
    private final float[] squares;
    private int count;

    Entries(int most, boolean adaptive) {
      columns = new int[most];
      levels = new float[most];
      squares = new float[adaptive ? most : 0];
    }

    void add(int column, float level, float square) {
      columns[count] = column;
      levels[count] = level;
      if (squares.length > 0) {
        squares[count] = square;
      }
      count++;
    }

    /**
     * Adds an entry of the row at rest that the learner no longer stores because it has become
     * zero.
     */
    void addIfDropped(MatrixRow rested, int k) {
      if (rested.levels()[k] != 0) {
        add(rested.columns()[k], 0, squareOf(rested, k));
      }
    }

    MatrixRow row(int feature, float diagonal, float diagonalSquare) {
      return new MatrixRow(
          feature,
          diagonal,
          diagonalSquare,
          Arrays.copyOf(columns, count),
          Arrays.copyOf(levels, count),
          Arrays.copyOf(squares, squares.length == 0 ? 0 : count));
    }
  }
}
