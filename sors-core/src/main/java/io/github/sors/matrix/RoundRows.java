package io.github.sors.matrix;

import io.github.sors.kernel.Dither;
import io.github.sors.kernel.VarianceKernels;
import java.util.function.IntUnaryOperator;

/**
 * The work of one round on the rows of its query, row by row.
 *
 * <p>Rows do not depend on each other, so different threads may work on different rows at the same
 * time, each with its own entries and clock. On one row, the score comes before the step, and the
 * step before the score of a later round.
 */
final class RoundRows {

  // how many entries are read ahead at once; each may take a cache line, 128 KiB in all, which the
  // second cache of a core holds
  private static final int ENTRIES_READ_AHEAD = 2048;

  private final LazyMatrix matrix;
  private final PreparedTriplet triplet;
  private final Shrinkage shrinkage;
  private final EntryArithmetic arithmetic;
  private final RowClocks clocks;
  private final Diagonal diagonal;
  private final RowStore store;
  private final double now;
  private final int columns;

  /**
   * Creates the work on a triplet; the matrix must have room for its features.
   *
   * @param now the clock before the round
   * @param columns the number of columns at that time
   */
  RoundRows(LazyMatrix matrix, PreparedTriplet triplet, double now, int columns) {
    this.matrix = matrix;
    this.triplet = triplet;
    this.shrinkage = matrix.shrinkage();
    this.arithmetic = matrix.arithmetic();
    this.clocks = matrix.rowClocks();
    this.diagonal = matrix.diagonal();
    this.store = matrix.store();
    this.now = now;
    this.columns = columns;
  }

  /**
   * Before the first row of each group of a few rows is scored, reads all entries of the group, so
   * that {@link #score} finds them in the cache: a loop that only reads has the most cache misses
   * under way at the same time.
   *
   * @param k the row that is about to be scored, of those that a thread scores one after another
   * @param count the number of these rows
   * @param place the place of each in the query
   */
  void readAhead(int k, int count, IntUnaryOperator place, GatheredEntries entries) {
    int group = Math.max(1, ENTRIES_READ_AHEAD / Math.max(1, triplet.count()));
    if (k % group == 0) {
      float sum = 0;
      for (int next = k; next < Math.min(count, k + group); next++) {
        sum += store.readAhead(triplet.row(place.applyAsInt(next)), triplet.columns());
      }
      entries.readAhead = sum;
    }
  }

  /**
   * Scores the row of the a-th query feature, and leaves its values at the columns of the
   * difference in {@code entries}, for the step.
   *
   * @return the contribution of the row, not yet multiplied by the query's value
   */
  float score(int a, GatheredEntries entries, int offset) {
    float exempt = gather(a, entries, offset);
    return arithmetic.score(entries, offset, triplet) + exempt;
  }

  /**
   * Gathers the values of a row at the columns of the difference.
   *
   * @return the contribution of an exempt diagonal entry, which is not gathered, to the row's score
   */
  float gather(int a, GatheredEntries entries, int offset) {
    double age = now - clocks.origin(triplet.row(a));
    return gather(a, entries, offset, (float) (shrinkage.lambda() * age));
  }

  private float gather(int a, GatheredEntries entries, int offset, float shrunk) {
    gatherLevels(a, entries, offset);
    arithmetic.read(entries, offset, triplet.count(), shrunk);
    int place = triplet.diagonalPlace(a);
    return place >= 0 && shrinkage.diagonalExempt()
        ? diagonal.level(triplet.row(a)) * triplet.values()[place]
        : 0;
  }

  private void gatherLevels(int a, GatheredEntries entries, int offset) {
    int row = triplet.row(a);
    int place = triplet.diagonalPlace(a);
    store.gather(row, triplet.columns(), entries, offset);
    if (place >= 0 && !shrinkage.diagonalExempt()) {
      entries.put(
          offset + place, diagonal.level(row), shrinkage.adaptive() ? diagonal.square(row) : 0);
    }
  }

  /**
   * Steps on a row, see {@link Round#step(double, double)}.
   *
   * @param entries the values of the row, as {@link #score} or {@link #gather} left them
   * @param largest the largest amount that any step so far has added to an entry
   * @param clock working memory
   */
  void step(
      int a,
      GatheredEntries entries,
      int offset,
      double step,
      double slope,
      double largest,
      RowClock clock) {
    clocks.load(triplet.row(a), clock);
    float x = (float) (slope * triplet.queryValue(a));
    double addend = triplet.addend(x, step);
    if (clock.isExamined() && matrix.settlesByItself()) {
      settleIfNeeded(a, entries, offset, x, step, addend, clock);
    }
    double shrunk = shrinkage.lambda() * clock.age(now);
    clock.decideRounding(addend, largest, shrinkage.adaptive());
    if (shrinkage.isAnchored()) {
      gatherLevels(a, entries, offset);
      arithmetic.stepAnchored(entries, offset, triplet, x, step, shrunk, clock);
    } else if (clock.stepDither == Dither.NONE) {
      arithmetic.step(entries, offset, triplet, x, step, (float) shrunk, clock);
    } else {
      gatherLevels(a, entries, offset);
      arithmetic.stepDithered(entries, offset, triplet, x, step, shrunk, clock);
    }
    scatter(a, entries, offset, step, slope, clock);
  }

  /** The contribution of a row to the variance of the score, see {@link Round#variance}. */
  double variance(int a, GatheredEntries entries, int offset, double r) {
    return VarianceKernels.variance(
        entries.squares, offset, triplet.values(), triplet.count(), triplet.queryValue(a), r);
  }

  /** Steps on a row, see {@link Round#stepByVariance}. */
  void stepByVariance(
      int a,
      GatheredEntries entries,
      int offset,
      double step,
      double r,
      double variance,
      double largest,
      RowClock clock) {
    clocks.load(triplet.row(a), clock);
    float x = triplet.queryValue(a);
    clock.decideRounding(triplet.addend(x, step), largest, shrinkage.adaptive());
    arithmetic.stepByVariance(entries, offset, triplet, x, step, r, variance, clock);
    scatter(a, entries, offset, step, 1, clock);
  }

  /** Settles a row before a step, and gathers its entries again. */
  private void settleIfNeeded(
      int a,
      GatheredEntries entries,
      int offset,
      float x,
      double step,
      double addend,
      RowClock clock) {
    double shrunk = shrinkage.lambda() * clock.age(now);
    if (clock.maySettle(shrunk, addend, triplet.count(), columns)) {
      double excess = arithmetic.excess(entries, offset, triplet, x, step, shrunk);
      if (clock.settles(excess, columns)) {
        matrix.settle(triplet.row(a), clock, now);
        gather(a, entries, offset, (float) (shrinkage.lambda() * clock.age(now)));
      }
    }
  }

  private void scatter(
      int a, GatheredEntries entries, int offset, double step, double slope, RowClock clock) {
    int row = triplet.row(a);
    matrix.keepFrozen(row);
    if (triplet.diagonalPlace(a) >= 0) {
      scatterDiagonal(a, entries, offset + triplet.diagonalPlace(a), step, slope, clock);
    }
    float deadLevel = shrinkage.adaptive() ? 0 : (float) (shrinkage.lambda() * clock.age(now));
    store.scatter(row, triplet.columns(), entries, offset, deadLevel);
    clock.step(triplet.count());
    clocks.store(row, clock);
  }

  /** Writes the diagonal entry of a row back to the diagonal and clears its place in the row. */
  private void scatterDiagonal(
      int a, GatheredEntries entries, int at, double step, double slope, RowClock clock) {
    int row = triplet.row(a);
    float square = 0;
    if (shrinkage.diagonalExempt()) {
      float x = (float) (slope * triplet.queryValue(a));
      float gradient = x * triplet.values()[triplet.diagonalPlace(a)];
      if (shrinkage.adaptive()) {
        square = arithmetic.steppedSquare(diagonal.square(row), gradient, clock);
      }
      float value = arithmetic.steppedValue(diagonal.level(row), square, gradient, step, clock);
      diagonal.set(row, value, square);
    } else {
      float level = entries.levels[at];
      if (shrinkage.adaptive()) {
        square = entries.squares[at];
      }
      if (shrinkage.anchor() == Shrinkage.Anchor.START) {
        level =
            arithmetic.drawnToStart(
                level, diagonal.start(), diagonal.square(row), square, clock.stepDither);
      }
      diagonal.set(row, level, square);
    }
    entries.put(at, 0, 0);
  }
}
