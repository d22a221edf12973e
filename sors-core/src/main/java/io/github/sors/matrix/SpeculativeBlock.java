package io.github.sors.matrix;

import io.github.sors.feature.FeatureNumbering;
import io.github.sors.kernel.Dither;
import io.github.sors.matrix.store.DenseRowStore;
import io.github.sors.matrix.store.GatheredEntries;
import io.github.sors.matrix.store.LevelReader;
import java.util.Arrays;

/**
 * Rounds over dense vectors, played row by row instead of round by round.
 *
 * <p>A round over dense vectors reads all of M, so memory bandwidth limits the speed. But the
 * effect of a round on a row depends on the other rows only through one bit: whether the round has
 * a loss. So these bits are guessed. Each row is loaded into the cache once and taken through all
 * rounds of the block, recording its part of every score. The scores then show which guesses were
 * right. Up to the first wrong guess, the result is bit-identical to playing round by round; the
 * rest is played again. The guesses, like the size of the block, affect only the speed.
 *
 * <p>Rows are written to a second copy of the matrix, which replaces the first once the guesses are
 * confirmed.
 *
 * <p>If nearly all recent rounds had a loss, the guess is that all have one. Otherwise it is that
 * none has, and the first pass only scores. Its scores are then corrected by the steps that were
 * left out: each adds η (x·x′)(p·p′) to a later score, up to shrinkage.
 */
final class SpeculativeBlock {

  /** The maximum number of rounds in a block. */
  static final int MOST_ROUNDS = 64;

  // the differences of all rounds should fit into the second-level cache, with room to spare
  private static final int CACHE_BYTES = 640 << 10;
  // guess that all rounds have a loss if at least this share of recent rounds had one
  private static final double NEARLY_ALL = 0.9;

  private final Shrinkage shrinkage;
  private final EntryArithmetic arithmetic;
  private final Diagonal diagonal;
  private final RowClocks clocks;
  private final double lambda;
  private final PlannedRounds plan = new PlannedRounds(MOST_ROUNDS);
  private final double[] scores = new double[MOST_ROUNDS];
  private final boolean[] lossy = new boolean[MOST_ROUNDS];
  private final float[][] rowScores = new float[MOST_ROUNDS][0];
  private boolean settles;
  private double lossyShare = 1;

  // for each row and round, the place of the row's feature in the query, or -1
  private int[] places = new int[0];
  // the column of each row's own feature, negative if it has none
  private int[] ownColumns = new int[0];
  private float[] newDiagonal = new float[0];
  private float[] newDiagonalSquares = new float[0];
  private RowClocks newClocks = new RowClocks();
  private Workspace[] workspaces = new Workspace[0];

  /** The working memory of a thread. */
  private static final class Workspace {
    final GatheredEntries row;
    final GatheredEntries part;
    float[] values = new float[0];
    final RowClock clock = new RowClock();
    float diagonal;
    float diagonalSquare;
    // the column of the row's own feature, negative if it has none, and the number of all columns
    int own;
    int columns;

    Workspace(boolean withSquares) {
      row = new GatheredEntries(withSquares);
      part = new GatheredEntries(withSquares);
    }
  }

  SpeculativeBlock(
      Shrinkage shrinkage, EntryArithmetic arithmetic, Diagonal diagonal, RowClocks clocks) {
    this.shrinkage = shrinkage;
    this.arithmetic = arithmetic;
    this.diagonal = diagonal;
    this.clocks = clocks;
    this.lambda = shrinkage.lambda();
  }

  /** Whether a block over the given number of rows fits into an array. */
  static boolean isPossible(int rows) {
    return rows <= Integer.MAX_VALUE / MOST_ROUNDS - 1;
  }

  /**
   * The bytes that a block over the given number of rows takes, in addition to the second copy of
   * the rows.
   */
  static long bytesNeeded(int rows) {
    return rows * (4L * MOST_ROUNDS + 36);
  }

  /** The bytes that the block takes. */
  long bytes() {
    return 4L * (places.length + ownColumns.length + 2L * newDiagonal.length) + newClocks.bytes();
  }

  /** Releases the memory. */
  void free() {
    places = new int[0];
    ownColumns = new int[0];
    newDiagonal = new float[0];
    newDiagonalSquares = new float[0];
    newClocks = new RowClocks();
  }

  /**
   * The number of rounds that a block should have if differences have the given number of features.
   */
  static int roundsInCache(int features) {
    return Math.max(2, Math.min(MOST_ROUNDS, CACHE_BYTES / (4 * features)));
  }

  /** The rounds of the block. */
  PlannedRounds plan() {
    return plan;
  }

  /** Plays the rounds, up to the first whose score is not finite. */
  PlayedRounds play(
      double margin,
      boolean settles,
      DenseRowStore store,
      FeatureNumbering rowNumbers,
      FeatureNumbering columnNumbers,
      RowWorkers workers) {
    this.settles = settles;
    prepare(store, rowNumbers, columnNumbers, workers.threads());
    int rowCount = rowNumbers.size();
    Arrays.fill(lossy, 0, plan.count(), lossyShare >= NEARLY_ALL);
    int done = 0;
    while (done < plan.count()) {
      pass(done, plan.count(), rowCount, store, workers);
      int right = firstWrongGuess(done, margin);
      if (right == plan.count()) {
        commit(done, plan.count(), rowCount, store);
        done = plan.count();
      } else {
        if (isAnyLossy(done, right)) {
          pass(done, right, rowCount, store, workers);
          commit(done, right, rowCount, store);
        }
        done = right;
        if (!Double.isFinite(scores[right])) {
          break;
        }
        guessAgain(right, margin, store);
      }
    }
    int lossyRounds = 0;
    for (int b = 0; b < done; b++) {
      lossyRounds += lossy[b] ? 1 : 0;
    }
    lossyShare = done == 0 ? 1 : (double) lossyRounds / done;
    return plan.outcome(scores, done);
  }

  private void prepare(
      DenseRowStore store,
      FeatureNumbering rowNumbers,
      FeatureNumbering columnNumbers,
      int threads) {
    int rowCount = rowNumbers.size();
    int columnCount = columnNumbers.size();
    if (ownColumns.length < rowCount) {
      places = new int[rowCount * MOST_ROUNDS];
      ownColumns = new int[rowCount];
      newDiagonal = new float[rowCount];
      newDiagonalSquares = new float[rowCount];
    }
    newClocks.reserve(rowCount);
    Arrays.fill(places, 0, rowCount * MOST_ROUNDS, -1);
    for (int b = 0; b < plan.count(); b++) {
      PreparedTriplet triplet = plan.triplet(b);
      for (int a = 0; a < triplet.queryCount(); a++) {
        places[triplet.row(a) * MOST_ROUNDS + b] = a;
      }
      if (rowScores[b].length < triplet.queryCount()) {
        rowScores[b] = new float[triplet.queryCount() * 3 / 2];
      }
    }
    for (int row = 0; row < rowCount; row++) {
      ownColumns[row] = columnNumbers.find(rowNumbers.feature(row));
    }
    if (workspaces.length != threads) {
      workspaces = new Workspace[threads];
      Arrays.setAll(workspaces, thread -> new Workspace(shrinkage.adaptive()));
    }
    for (Workspace workspace : workspaces) {
      workspace.row.ensureCapacity(store.columns());
      workspace.part.ensureCapacity(columnCount);
      if (workspace.values.length < columnCount) {
        workspace.values = new float[columnCount * 3 / 2];
      }
    }
    store.reserveReplacements();
  }

  private boolean isAnyLossy(int from, int to) {
    for (int b = from; b < to; b++) {
      if (lossy[b]) {
        return true;
      }
    }
    return false;
  }

  /** Takes every row through some of the rounds, with the guesses as they are. */
  private void pass(int from, int to, int rowCount, DenseRowStore store, RowWorkers workers) {
    boolean writes = isAnyLossy(from, to);
    workers.forEachRow(
        rowCount,
        (row, thread) -> {
          Workspace workspace = workspaces[thread];
          load(row, workspace, store);
          for (int b = from; b < to; b++) {
            int a = places[row * MOST_ROUNDS + b];
            if (a >= 0) {
              rowScores[b][a] = play(b, a, workspace);
            }
          }
          if (writes) {
            prepare(row, workspace, store);
          }
        });
  }

  /** Copies a row, including its diagonal entry unless that is exempt from shrinkage. */
  private void load(int row, Workspace workspace, DenseRowStore store) {
    store.load(row, workspace.row);
    workspace.columns = store.columns();
    workspace.diagonal = diagonal.level(row);
    workspace.diagonalSquare = shrinkage.adaptive() ? diagonal.square(row) : 0;
    clocks.load(row, workspace.clock);
    workspace.own = ownColumns[row];
    if (workspace.own >= 0 && !shrinkage.diagonalExempt()) {
      workspace.row.put(workspace.own, workspace.diagonal, workspace.diagonalSquare);
    }
  }

  private void prepare(int row, Workspace workspace, DenseRowStore store) {
    int own = workspace.own;
    if (own >= 0 && !shrinkage.diagonalExempt()) {
      workspace.diagonal = workspace.row.levels[own];
      workspace.diagonalSquare = shrinkage.adaptive() ? workspace.row.squares[own] : 0;
      workspace.row.put(own, 0, 0);
    }
    newDiagonal[row] = workspace.diagonal;
    newDiagonalSquares[row] = workspace.diagonalSquare;
    newClocks.store(row, workspace.clock);
    store.prepare(row, workspace.row);
  }

  /** Plays a round on a row. */
  private float play(int b, int a, Workspace workspace) {
    PreparedTriplet triplet = plan.triplet(b);
    int exempt = exemptPlace(triplet, a);
    float apart = scoreApart(triplet, a, workspace);
    float score;
    if (!lossy[b]) {
      score = score(b, workspace);
    } else {
      double addend = triplet.addend(triplet.queryValue(a), plan.step(b));
      RowClock clock = workspace.clock;
      clock.decideRounding(addend, plan.largestAddend(b), shrinkage.adaptive());
      boolean looks = clock.isExamined() && settles && maySettle(b, addend, workspace);
      if (!triplet.columns().isLeading() || clock.isDithered() || looks) {
        score = playPart(b, a, looks, workspace);
      } else {
        score =
            arithmetic.play(
                workspace.row, triplet, triplet.queryValue(a), plan.step(b), shrunk(b, workspace));
      }
      if (exempt >= 0) {
        stepExempt(b, a, exempt, workspace);
        workspace.row.put(triplet.columns().numbers()[exempt], 0, 0);
      }
      clock.step(triplet.count());
    }
    return score + apart;
  }

  /** What the score of a row has in addition to its entries, as {@link RoundRows#gather} says. */
  private float scoreApart(PreparedTriplet triplet, int a, Workspace workspace) {
    int place = triplet.diagonalPlace(a);
    if (place < 0) {
      return 0;
    }
    return shrinkage.diagonalExempt()
        ? workspace.diagonal * triplet.values()[place]
        : diagonal.target() * triplet.values()[place];
  }

  private float score(int b, Workspace workspace) {
    PreparedTriplet triplet = plan.triplet(b);
    if (triplet.columns().isLeading()) {
      return arithmetic.readAndScore(
          workspace.row, workspace.values, triplet, shrunk(b, workspace));
    }
    readPart(b, workspace);
    return arithmetic.score(workspace.part, 0, triplet);
  }

  /**
   * Plays a round that has a loss, on some columns of a row.
   *
   * @param looks whether to check if the row has to settle
   */
  private float playPart(int b, int a, boolean looks, Workspace workspace) {
    PreparedTriplet triplet = plan.triplet(b);
    GatheredEntries part = workspace.part;
    float x = triplet.queryValue(a);
    readPart(b, workspace);
    float score = arithmetic.score(part, 0, triplet);
    if (looks && settlesNow(b, x, workspace)) {
      settle(b, workspace);
      readPart(b, workspace);
    }
    RowClock clock = workspace.clock;
    if (clock.stepDither == Dither.NONE) {
      arithmetic.step(part, 0, triplet, x, plan.step(b), shrunk(b, workspace), clock);
    } else {
      workspace.row.copyTo(part, triplet.columns());
      double shrunk = exactlyShrunk(b, workspace);
      arithmetic.stepDithered(part, 0, triplet, x, plan.step(b), shrunk, clock);
    }
    workspace.row.copyFrom(part, triplet.columns());
    return score;
  }

  private void readPart(int b, Workspace workspace) {
    workspace.row.copyTo(workspace.part, plan.triplet(b).columns());
    arithmetic.read(workspace.part, 0, plan.triplet(b).count(), shrunk(b, workspace));
  }

  private boolean maySettle(int b, double addend, Workspace workspace) {
    double shrunk = exactlyShrunk(b, workspace);
    return workspace.clock.maySettle(shrunk, addend, plan.triplet(b).count(), plan.columnCount(b));
  }

  private double exactlyShrunk(int b, Workspace workspace) {
    return lambda * workspace.clock.age(plan.time(b));
  }

  /** The row's accumulated shrinkage before a round: lambda times the time. */
  private float shrunk(int b, Workspace workspace) {
    return (float) exactlyShrunk(b, workspace);
  }

  /** Whether to settle before a step on the values that were read. */
  private boolean settlesNow(int b, float x, Workspace workspace) {
    double shrunk = exactlyShrunk(b, workspace);
    double excess = arithmetic.excess(workspace.part, 0, plan.triplet(b), x, plan.step(b), shrunk);
    return workspace.clock.settles(excess, plan.columnCount(b));
  }

  private void settle(int b, Workspace workspace) {
    RowClock clock = workspace.clock;
    LevelReader settler = arithmetic.settler(clock.settle(lambda, plan.time(b)), clock);
    settler.read(workspace.row, workspace.columns);
    if (workspace.own < 0 && !shrinkage.diagonalExempt()) {
      workspace.diagonal = settler.valueOf(workspace.diagonal, workspace.diagonalSquare);
    }
  }

  /** The place of the row's own feature in the difference if its entry does not shrink, else -1. */
  private int exemptPlace(PreparedTriplet triplet, int a) {
    return shrinkage.diagonalExempt() ? triplet.diagonalPlace(a) : -1;
  }

  private void stepExempt(int b, int a, int place, Workspace workspace) {
    float gradient = plan.triplet(b).queryValue(a) * plan.triplet(b).values()[place];
    workspace.diagonalSquare =
        arithmetic.steppedSquare(workspace.diagonalSquare, gradient, workspace.clock);
    workspace.diagonal =
        arithmetic.steppedValue(
            workspace.diagonal, workspace.diagonalSquare, gradient, plan.step(b), workspace.clock);
  }

  /** Sums scores until one shows that its guess was wrong, or is not finite; returns its round. */
  private int firstWrongGuess(int from, double margin) {
    int wrong = plan.count();
    for (int b = from; b < plan.count(); b++) {
      scores[b] = plan.triplet(b).sum(rowScores[b]);
      // the scores after it are only estimates
      if (wrong == plan.count()
          && (margin - scores[b] > 0 != lossy[b] || !Double.isFinite(scores[b]))) {
        wrong = b;
      }
    }
    return wrong;
  }

  private void commit(int from, int to, int rowCount, DenseRowStore store) {
    if (isAnyLossy(from, to)) {
      for (int row = 0; row < rowCount; row++) {
        store.replace(row);
        diagonal.set(row, newDiagonal[row], newDiagonalSquares[row]);
        clocks.copyFrom(newClocks, row);
      }
    }
  }

  /**
   * Corrects the first wrong guess, and updates the guesses after it with what the correction
   * changes.
   */
  private void guessAgain(int wrong, double margin, DenseRowStore store) {
    double rate = arithmetic.typicalRate(workspaces[0].row, store.columns());
    for (int b = wrong; b < plan.count(); b++) {
      boolean guess = margin - scores[b] > 0;
      if (guess != lossy[b]) {
        double change = (guess ? 1 : -1) * plan.step(b) * rate;
        for (int later = b + 1; later < plan.count(); later++) {
          scores[later] += change * plan.triplet(b).gradientProduct(plan.triplet(later));
        }
        lossy[b] = guess;
      }
    }
  }
}
