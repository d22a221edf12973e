package io.github.sors.matrix;

import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.matrix.store.LevelReader;
import java.io.IOException;
import java.util.Arrays;

/**
 * The diagonal entries of the matrix, indexed by row number.
 *
 * <p>The diagonal is stored separately for two reasons. M₁ = I is implicit: a feature that appears
 * late gets the 1 that it would have had from the start, less the shrinkage since then. And the
 * diagonal may be exempt from shrinkage.
 *
 * <p>If entries shrink to those of the identity, levels are those of M - I, whose entries shrink to
 * zero as all others do; a value has the 1 added. Off the diagonal, M and M - I are the same.
 */
final class Diagonal {

  private final Shrinkage shrinkage;
  // what every value shrinks to; levels are relative to it
  private final float target;
  // the initial value of every entry, less the target
  private final float start;
  // the level of an entry that was never touched
  private float untouched;
  private float[] levels = new float[0];
  private float[] squares = new float[0];

  Diagonal(boolean identity, Shrinkage shrinkage) {
    this.target = shrinkage.diagonalTarget();
    this.start = (identity ? 1 : 0) - target;
    this.untouched = start;
    this.shrinkage = shrinkage;
  }

  /** Returns an independent copy. */
  Diagonal copy() {
    Diagonal copy = new Diagonal(false, shrinkage);
    copy.untouched = untouched;
    copy.levels = levels.clone();
    copy.squares = squares.clone();
    return copy;
  }

  /** Whether entries that were never touched are zero. */
  boolean startsEmpty() {
    return untouched == 0 && target == 0;
  }

  /** What every value shrinks to: 0, or 1 for the identity. */
  float target() {
    return target;
  }

  /** The initial value of every entry, less the {@link #target}. */
  float start() {
    return start;
  }

  /** The level of an entry that was never touched. */
  float untouched() {
    return untouched;
  }

  /** Resets every entry to the given level. */
  void restart(float level) {
    untouched = level;
    levels = new float[0];
    squares = new float[0];
  }

  /** Makes room for the given number of rows. */
  void reserve(int rows) {
    int old = levels.length;
    if (old < rows) {
      levels = Arrays.copyOf(levels, Math.max(rows, old + (old >> 1)));
      Arrays.fill(levels, old, levels.length, untouched);
      if (shrinkage.adaptive()) {
        squares = Arrays.copyOf(squares, levels.length);
      }
    }
  }

  long bytes() {
    return 4L * levels.length + 4L * squares.length;
  }

  float level(int row) {
    return levels[row];
  }

  /** The sum of the squared gradients; only valid if each entry has its own rate. */
  float square(int row) {
    return squares[row];
  }

  void set(int row, float level, float square) {
    levels[row] = level;
    if (shrinkage.adaptive()) {
      squares[row] = square;
    }
  }

  /** The value of a row's entry; for a negative row, the value of an untouched entry. */
  float value(int row, LevelReader reader) {
    return target + shrunk(row, reader);
  }

  /** The same, less the {@link #target}. */
  private float shrunk(int row, LevelReader reader) {
    float level = row < 0 ? untouched : levels[row];
    float square = row < 0 || !shrinkage.adaptive() ? 0 : squares[row];
    return shrinkage.diagonalExempt() ? level : reader.valueOf(level, square);
  }

  /** Replaces the level of a row's entry by the value that {@code reader} returns for it. */
  void settle(int row, LevelReader reader) {
    if (!shrinkage.diagonalExempt()) {
      levels[row] = shrunk(row, reader);
    }
  }

  /** Does the same for the entries of row {@code from} and all later rows, which are untouched. */
  void settleUntouched(int from, LevelReader reader) {
    untouched = shrunk(-1, reader);
    Arrays.fill(levels, from, levels.length, untouched);
  }

  void write(SectionWriter writer, int rows) throws IOException {
    writer.begin("diagonalStart");
    writer.writeFloat(untouched);
    writer.end();
    writer.writeFloats("diagonal", Arrays.copyOf(levels, rows));
    if (shrinkage.adaptive()) {
      writer.writeFloats("diagonalSquares", Arrays.copyOf(squares, rows));
    }
  }

  void read(SectionReader reader, int rows) throws IOException {
    reader.begin("diagonalStart");
    untouched = reader.readFloat();
    reader.end();
    levels = reader.readFloats("diagonal");
    if (shrinkage.adaptive()) {
      squares = reader.readFloats("diagonalSquares");
    }
    if (levels.length != rows || (shrinkage.adaptive() && squares.length != rows)) {
      throw new IllegalArgumentException(
          "expected a diagonal of " + rows + " entries, found " + levels.length);
    }
    MatrixSections.requireFinite(untouched);
    for (int row = 0; row < rows; row++) {
      MatrixSections.requireFinite(levels[row]);
      MatrixSections.requireMagnitude(shrinkage.adaptive() ? squares[row] : 0);
    }
  }
}
