package io.github.sors.matrix;

import io.github.sors.kernel.Dither;
import io.github.sors.kernel.VarianceKernels;
import java.util.Arrays;

/**
 * One round of learning: a triplet, its score, and at most one step.
 *
 * <p>A round begins with {@link LazyMatrix#begin}, which scores the triplet. Then call {@link
 * #step} at most once, and {@link #end} once, which advances the clock. A round that was neither
 * stepped nor ended has changed nothing. Beginning the next round invalidates this one.
 *
 * <p>Rows of the matrix do not depend on each other, so the work on the rows of the query may be
 * shared between threads.
 */
public final class Round {

  // up to this number, gathered entries are kept between score and step; else they are gathered
  // twice
  private static final long LARGEST_GATHER = 1 << 22;
  // rounds with fewer entries run on one thread
  static final long SMALLEST_SHARED_ROUND = 4096;

  private final LazyMatrix matrix;
  private final Workspace workspace;
  private final PreparedTriplet triplet;
  private final Shrinkage shrinkage;
  private final EntryArithmetic arithmetic;
  private final RowClocks clocks;
  private final Diagonal diagonal;
  private final RowStore store;
  private final double now;
  private final int columns;
  private final double score;
  private boolean stepped;
  private boolean ended;

  /** The memory of a round, reused by the next one. */
  static final class Workspace {

    private final PreparedTriplet triplet = new PreparedTriplet();
    // one per thread; if entries are kept, the first one holds the whole round
    private final GatheredEntries[] gathered;
    private final RowClock[] clocks;
    private float[] rowScores = new float[0];
    // the round that uses this memory
    private Round current;

    Workspace(int threads, boolean withSquares) {
      gathered = new GatheredEntries[threads];
      Arrays.setAll(gathered, thread -> new GatheredEntries(withSquares));
      clocks = new RowClock[threads];
      Arrays.setAll(clocks, thread -> new RowClock());
    }

    /** The triplet of the round that is about to begin. */
    PreparedTriplet triplet() {
      current = null;
      return triplet;
    }

    private void reserve(boolean keepsGathered) {
      if (keepsGathered) {
        gathered[0].ensureCapacity((int) triplet.touchedEntries());
      } else {
        for (GatheredEntries ofThread : gathered) {
          ofThread.ensureCapacity(triplet.count());
        }
      }
      if (rowScores.length < triplet.queryCount()) {
        rowScores = new float[triplet.queryCount() * 3 / 2];
      }
    }
  }

  /** Scores the triplet in the workspace; the matrix must have room for its features. */
  Round(LazyMatrix matrix, Workspace workspace) {
    this.matrix = matrix;
    this.workspace = workspace;
    this.triplet = workspace.triplet;
    this.shrinkage = matrix.shrinkage();
    this.arithmetic = matrix.arithmetic();
    this.clocks = matrix.rowClocks();
    this.diagonal = matrix.diagonal();
    this.store = matrix.store();
    this.now = matrix.clock();
    this.columns = matrix.columnCount();
    workspace.reserve(keepsGathered());
    workspace.current = this;
    float[] rowScores = workspace.rowScores;
    forEachRow((a, thread) -> rowScores[a] = scoreRow(a, thread));
    this.score = triplet.sum(rowScores);
    if (!Double.isFinite(score)) {
      throw new IllegalArgumentException("the score of the triplet is not finite: " + score);
    }
  }

  /** The score before the step, xᵀM(x⁺ - x⁻). */
  public double score() {
    return score;
  }

  /**
   * The contribution of each query feature's row to the score, not yet multiplied by the query's
   * value.
   */
  public float[] rowScores() {
    requireCurrent();
    return Arrays.copyOf(workspace.rowScores, triplet.queryCount());
  }

  /** The number of entries that the round reads. */
  public long touchedEntries() {
    requireCurrent();
    return triplet.touchedEntries();
  }

  /** ‖x (x⁺ - x⁻)ᵀ‖², the squared Frobenius norm of the gradient. */
  public double squaredGradientNorm() {
    requireCurrent();
    return triplet.squaredGradientNorm();
  }

  /**
   * The variance of the score, Σ S g² with g = x_i (x⁺ - x⁻)_j, in a matrix that keeps S = r / (r +
   * square) for each entry.
   */
  public double variance(double r) {
    double sum = 0;
    for (double ofRow : rowVariances(r)) {
      sum += ofRow;
    }
    return sum;
  }

  /** The contribution of each query feature's row to the {@link #variance}. */
  public double[] rowVariances(double r) {
    requireUnstepped();
    double[] rowVariances = new double[triplet.queryCount()];
    forEachRow(
        (a, thread) -> {
          GatheredEntries entries = gathered(thread);
          int offset = gatheredAgain(a, entries);
          rowVariances[a] =
              VarianceKernels.variance(
                  entries.squares,
                  offset,
                  triplet.values(),
                  triplet.count(),
                  triplet.queryValue(a),
                  r);
        });
    return rowVariances;
  }

  /** Calls {@link #step(double, double)} with a slope of 1. */
  public void step(double step) {
    step(step, 1);
  }

  /**
   * Adds step · slope · x (x⁺ - x⁻)ᵀ, each entry divided by its own σ in an adaptive matrix. {@link
   * #end} then applies the shrinkage of the round.
   *
   * @param slope the slope of the loss times the weight of the triplet; it scales the gradient
   *     before σ is computed
   * @throws IllegalArgumentException if the step is too large to keep the matrix finite; the matrix
   *     is unchanged then
   */
  public void step(double step, double slope) {
    requireAllowed(step * Math.max(1, slope));
    double largest = matrix.noteAddend(step * slope, triplet);
    forEachRow((a, thread) -> stepRow(a, thread, step, slope, largest));
    stepped = true;
  }

  /**
   * Adds step · S g with g = x_i (x⁺ - x⁻)_j, in a matrix without shrinkage, and reduces S as
   * described at {@link VarianceKernels#step}.
   *
   * @throws IllegalArgumentException if the step is too large to keep the matrix finite; the matrix
   *     is unchanged then
   */
  public void stepByVariance(double step, double r, double variance) {
    requireAllowed(step);
    double largest = matrix.noteAddend(step, triplet);
    forEachRow(
        (a, thread) -> {
          GatheredEntries entries = gathered(thread);
          int offset = gatheredAgain(a, entries);
          RowClock clock = workspace.clocks[thread];
          clocks.load(triplet.row(a), clock);
          float x = triplet.queryValue(a);
          clock.decideRounding(triplet.addend(x, step), largest, shrinkage.adaptive());
          arithmetic.stepByVariance(entries, offset, triplet, x, step, r, variance, clock);
          scatterRow(a, entries, offset, step, 1, clock);
        });
    stepped = true;
  }

  /** Ends the round and advances the clock: every entry shrinks by its rate times {@code eta}. */
  public void end(double eta) {
    requireCurrent();
    ended = true;
    matrix.noteAddend(eta, triplet);
    matrix.advance(eta);
  }

  private void requireCurrent() {
    if (ended || workspace.current != this) {
      throw new IllegalStateException(
          ended ? "the round has ended" : "another round has begun since this one");
    }
  }

  private void requireUnstepped() {
    requireCurrent();
    if (stepped) {
      throw new IllegalStateException("the round has been stepped already");
    }
  }

  private void requireAllowed(double step) {
    requireUnstepped();
    if (!triplet.allows(step)) {
      throw new IllegalArgumentException(
          "a step of "
              + step
              + " along "
              + triplet.magnitudes()
              + " leaves the range of floats: normalise the vectors or take a smaller step");
    }
  }

  private void forEachRow(RowWorkers.RowTask task) {
    RowWorkers workers = matrix.workers();
    if (workers.threads() > 1 && triplet.touchedEntries() >= SMALLEST_SHARED_ROUND) {
      workers.forEachRow(triplet.queryCount(), task);
    } else {
      for (int a = 0; a < triplet.queryCount(); a++) {
        task.run(a, 0);
      }
    }
  }

  private boolean keepsGathered() {
    return triplet.touchedEntries() <= LARGEST_GATHER;
  }

  private GatheredEntries gathered(int thread) {
    return workspace.gathered[keepsGathered() ? 0 : thread];
  }

  private float scoreRow(int a, int thread) {
    GatheredEntries entries = gathered(thread);
    int offset = keepsGathered() ? a * triplet.count() : 0;
    float shrunk = (float) (shrinkage.lambda() * (now - clocks.origin(triplet.row(a))));
    float exempt = gatherRow(a, entries, offset, shrunk);
    return arithmetic.score(entries, offset, triplet) + exempt;
  }

  /**
   * Gathers the values of a row at the columns of the difference.
   *
   * @return the contribution of an exempt diagonal entry, which is not gathered, to the row's score
   */
  private float gatherRow(int a, GatheredEntries entries, int offset, float shrunk) {
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

  /** The offset of the values of a scored row; gathers them again if they were not kept. */
  private int gatheredAgain(int a, GatheredEntries entries) {
    if (keepsGathered()) {
      return a * triplet.count();
    }
    double age = now - clocks.origin(triplet.row(a));
    gatherRow(a, entries, 0, (float) (shrinkage.lambda() * age));
    return 0;
  }

  private void stepRow(int a, int thread, double step, double slope, double largest) {
    GatheredEntries entries = gathered(thread);
    int offset = gatheredAgain(a, entries);
    RowClock clock = workspace.clocks[thread];
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
    scatterRow(a, entries, offset, step, slope, clock);
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
        matrix.settle(triplet.row(a), clock);
        gatherRow(a, entries, offset, (float) (shrinkage.lambda() * clock.age(now)));
      }
    }
  }

  private void scatterRow(
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
