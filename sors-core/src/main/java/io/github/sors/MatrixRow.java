package io.github.sors;

import java.io.Serializable;

/**
 * One row of a matrix during learning, for moving it from one learner to another.
 *
 * <p>Entries are levels, not values: a level is the value plus the shrinkage since the learner's
 * clock started, see {@code io.github.sors.matrix}. If the clock is zero, both are the same. The
 * arrays are not copied and must not be changed afterwards.
 *
 * <p>Threads: immutable, so long as nobody writes to the arrays. Failures: arrays of different
 * lengths throw {@link IllegalArgumentException}.
 */
public final class MatrixRow implements Serializable {

  private static final long serialVersionUID = 1;

  private final int feature;
  private final float diagonal;
  private final float diagonalSquare;
  private final int[] columns;
  private final float[] levels;
  private final float[] squares;

  /**
   * Creates a row.
   *
   * @param feature the feature of the query side that it belongs to
   * @param diagonal the level of the diagonal entry
   * @param diagonalSquare the sum of the squared gradients of the diagonal entry
   * @param columns the item features of the stored off-diagonal entries, ascending
   * @param levels their levels
   * @param squares the sums of their squared gradients; empty for learners that keep none
   */
  public MatrixRow(
      int feature,
      float diagonal,
      float diagonalSquare,
      int[] columns,
      float[] levels,
      float[] squares) {
    if (columns.length != levels.length
        || (squares.length != 0 && squares.length != columns.length)) {
      throw new IllegalArgumentException(
          "expected a level, and a square or none, for each of "
              + columns.length
              + " columns, found "
              + levels.length
              + " and "
              + squares.length);
    }
    this.feature = feature;
    this.diagonal = diagonal;
    this.diagonalSquare = diagonalSquare;
    this.columns = columns;
    this.levels = levels;
    this.squares = squares;
  }

  public int feature() {
    return feature;
  }

  /** The level of the diagonal entry. */
  public float diagonal() {
    return diagonal;
  }

  /** The sum of the squared gradients of the diagonal entry. */
  public float diagonalSquare() {
    return diagonalSquare;
  }

  /** The number of entries off the diagonal. */
  public int size() {
    return columns.length;
  }

  /** The columns off the diagonal, ascending; must not be modified. */
  public int[] columns() {
    return columns;
  }

  /** The levels at the columns; must not be modified. */
  public float[] levels() {
    return levels;
  }

  /** The sums of the squared gradients at the columns, or empty; must not be modified. */
  public float[] squares() {
    return squares;
  }
}
