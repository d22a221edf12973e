package io.github.sors.matrix;

import io.github.sors.kernel.Dither;
import io.github.sors.kernel.VarianceKernels;
import io.github.sors.matrix.store.GatheredEntries;
import io.github.sors.matrix.store.RowStore;
import java.util.function.IntUnaryOperator;

/**
 * The work of one round on the rows of its query, row by row.
 *
 * <p>Rows do not depend on each other, so different threads may work on different rows at the same
 * time, each with its own entries and clock. On one row, the score comes before the step, and the
 * step before the score of a later round.
 */
final class RoundRows {

  // how many entries are begun with before the first are finished; each may take a cache line, 128
  // KiB in all, which the second cache of a core holds
  private static final int ENTRIES_AT_ONCE = 2048;

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
   * Scores several rows one after another, see {@link #score(int, GatheredEntries, int)}. Their
   * entries follow each other in {@code entries}.
   *
   * <p>Rows are gathered a few at a time, first the one half of all of them and then the other, see
   * {@link RowStore#beginGather}. Before that, the headers of all rows are read, for the same
   * reason.
   *
   * @param count the number of rows
   * @param place the place of each in the query
   * @param scores where the contribution of each is written, at its place in the query
   */
  void score(int count, IntUnaryOperator place, GatheredEntries entries, float[] scores) {
    readHeaders(count, place, entries);
    int width = triplet.count();
    int group = Math.max(1, ENTRIES_AT_ONCE / Math.max(1, width));
    for (int from = 0; from < count; from += group) {
      int to = Math.min(count, from + group);
      for (int k = from; k < to; k++) {
        int row = triplet.row(place.applyAsInt(k));
        store.beginGather(row, triplet.columns(), entries, k * width);
      }
      for (int k = from; k < to; k++) {
        int a = place.applyAsInt(k);
        store.finishGather(triplet.row(a), triplet.columns(), entries, k * width);
        float exempt = read(a, entries, k * width, shrunk(a));
        scores[a] = arithmetic.score(entries, k * width, triplet) + exempt;
      }
    }
  }

  private void readHeaders(int count, IntUnaryOperator place, GatheredEntries entries) {
    int sum = 0;
    for (int k = 0; k < count; k++) {
      sum += store.readHeader(triplet.row(place.applyAsInt(k)));
    }
    if (entries.slots.length > 0) {
      // overwritten later
      entries.slots[0] = sum;
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
   * @return what the row's score has in addition: the contribution of an exempt diagonal entry,
   *     which is not gathered, or of the identity, to whose entries those of the row are relative
   */
  float gather(int a, GatheredEntries entries, int offset) {
    store.gather(triplet.row(a), triplet.columns(), entries, offset);
    return read(a, entries, offset, shrunk(a));
  }

  /** How much the levels of a row have shrunk so far, but for the rate of each entry. */
  private float shrunk(int a) {
    return (float) (shrinkage.lambda() * (now - clocks.origin(triplet.row(a))));
  }

  /** Turns the levels that were gathered into values; returns what {@link #gather} does. */
  private float read(int a, GatheredEntries entries, int offset, float shrunk) {
    putDiagonal(a, entries, offset);
    arithmetic.read(entries, offset, triplet.count(), shrunk);
    int place = triplet.diagonalPlace(a);
    if (place < 0) {
      return 0;
    }
    return shrinkage.diagonalExempt()
        ? diagonal.level(triplet.row(a)) * triplet.values()[place]
        : diagonal.target() * triplet.values()[place];
  }

  private void gatherLevels(int a, GatheredEntries entries, int offset) {
    store.gather(triplet.row(a), triplet.columns(), entries, offset);
    putDiagonal(a, entries, offset);
  }

  /** Puts a diagonal entry that shrinks among the entries of its row, which do not have it. */
  private void putDiagonal(int a, GatheredEntries entries, int offset) {
    int row = triplet.row(a);
    int place = triplet.diagonalPlace(a);
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
    if (clock.stepDither == Dither.NONE) {
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
        store.gather(triplet.row(a), triplet.columns(), entries, offset);
        read(a, entries, offset, (float) (shrinkage.lambda() * clock.age(now)));
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
      if (shrinkage.adaptive()) {
        square = entries.squares[at];
      }
      diagonal.set(row, entries.levels[at], square);
    }
    entries.put(at, 0, 0);
  }
}
