package io.github.sors.matrix;

import io.github.sors.kernel.VarianceKernels;
import io.github.sors.matrix.store.GatheredEntries;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

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
  static final long LARGEST_GATHER = 1 << 22;
  // rounds with fewer entries run on one thread
  static final long SMALLEST_SHARED_ROUND = 4096;

  private final LazyMatrix matrix;
  private final Workspace workspace;
  private final PreparedTriplet triplet;
  private final RoundRows rows;
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
      forgetRound();
      return triplet;
    }

    /** Forgets the last round, which refers to the rows that it was played on. */
    void forgetRound() {
      current = null;
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
    this.rows = new RoundRows(matrix, triplet, matrix.clock(), matrix.columnCount());
    workspace.reserve(keepsGathered());
    workspace.current = this;
    matrix.store().arrange(triplet.columns());
    float[] rowScores = workspace.rowScores;
    if (isShared() || !keepsGathered()) {
      forEachRow((a, thread) -> rowScores[a] = scoreRow(a, thread));
    } else {
      rows.score(triplet.queryCount(), IntUnaryOperator.identity(), gathered(0), rowScores);
    }
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
          rowVariances[a] = rows.variance(a, entries, offset, r);
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
    forEachRow(
        (a, thread) -> {
          GatheredEntries entries = gathered(thread);
          int offset = gatheredAgain(a, entries);
          rows.step(a, entries, offset, step, slope, largest, workspace.clocks[thread]);
        });
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
          rows.stepByVariance(a, entries, offset, step, r, variance, largest, clock);
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
    if (isShared()) {
      matrix.workers().forEachRow(triplet.queryCount(), task);
    } else {
      for (int a = 0; a < triplet.queryCount(); a++) {
        task.run(a, 0);
      }
    }
  }

  /** Whether threads share the rows. */
  private boolean isShared() {
    return matrix.workers().threads() > 1 && triplet.touchedEntries() >= SMALLEST_SHARED_ROUND;
  }

  private boolean keepsGathered() {
    return triplet.touchedEntries() <= LARGEST_GATHER;
  }

  private GatheredEntries gathered(int thread) {
    return workspace.gathered[keepsGathered() ? 0 : thread];
  }

  private float scoreRow(int a, int thread) {
    return rows.score(a, gathered(thread), keepsGathered() ? a * triplet.count() : 0);
  }

  /** The offset of the values of a scored row; gathers them again if they were not kept. */
  private int gatheredAgain(int a, GatheredEntries entries) {
    if (keepsGathered()) {
      return a * triplet.count();
    }
    rows.gather(a, entries, 0);
    return 0;
  }
}
