package io.github.sors.matrix;

import java.util.Arrays;

/**
 * Plays successive rounds with several threads that wait for each other once per round.
 *
 * <p>The rows of a round are divided into lanes, a few per thread. In each phase, a lane first
 * takes the step of the round before on its rows, and then scores its rows for this round. The step
 * on a row has to come before its next score; both are done in the same lane, so the lanes of a
 * phase do not depend on each other. When all of them are finished, the score is summed, which
 * decides whether the round has a step. The last phase is only a step. How threads share the lanes
 * is told in {@link SharedPhases}.
 *
 * <p>A row goes to the lane that its number names, unless that has its share of the round's rows
 * already; a row of the round before has to stay where it was. The result does not depend on the
 * lanes: every row sees the same scores and steps in the same order, and a score is summed in the
 * order of the query's features.
 */
final class RoundLanes implements SharedPhases.Work {

  private static final int MOST_ROUNDS = 32;
  // the lanes of all threads; more lanes divide the work more evenly, but cost more
  private static final int LANES = 16;
  // for hashed rows at least so many per thread, since others can help one that rebuilds a table
  private static final int HASHED_LANES_PER_THREAD = 3;
  // a phase also assigns the rows of the round after the next, which is nobody's turn yet
  private static final int ROUNDS_AHEAD = 2;
  private static final int HASH = 0x9E3779B9;

  private final PlannedRounds plan = new PlannedRounds(MOST_ROUNDS);
  // as many as hashed rows need; dense rows use the first of them
  private final Lane[] lanes;
  private final double[] scores = new double[MOST_ROUNDS];
  private final boolean[] lossy = new boolean[MOST_ROUNDS];
  private final RoundRows[] rows = new RoundRows[MOST_ROUNDS];
  // the lane of each query feature of a round, and of the round before
  private int[] laneOf = new int[0];
  private int[] laneBefore = new int[0];
  private float[] rowScores = new float[0];
  private final int[] loads;

  private double margin;
  private final SharedPhases densePhases;
  private final SharedPhases hashedPhases;
  private int laneCount;
  private int played;

  /** The rows of one thread, and its working memory. */
  private static final class Lane {
    // for each round, the places of the lane's rows in the query
    final int[][] places = new int[MOST_ROUNDS][0];
    final int[] counts = new int[MOST_ROUNDS];
    // of even and of odd rounds: a round is scored while the entries of the one before are needed
    final GatheredEntries[] entries;
    final float[][] scores = new float[2][0];
    final RowClock clock = new RowClock();

    Lane(boolean withSquares) {
      entries =
          new GatheredEntries[] {
            new GatheredEntries(withSquares), new GatheredEntries(withSquares)
          };
    }

    void add(int round, int place) {
      int count = counts[round];
      if (count == places[round].length) {
        places[round] = Arrays.copyOf(places[round], Math.max(16, 2 * count));
      }
      places[round][count] = place;
      counts[round] = count + 1;
    }
  }

  RoundLanes(int threads, boolean withSquares) {
    // one more unit assigns the rows of a later round
    int perThread = Math.max(1, LANES / threads);
    densePhases = new SharedPhases(threads, perThread, 1);
    hashedPhases = new SharedPhases(threads, Math.max(HASHED_LANES_PER_THREAD, perThread), 1);
    lanes = new Lane[hashedPhases.ownedUnits()];
    Arrays.setAll(lanes, lane -> new Lane(withSquares));
    loads = new int[lanes.length];
  }

  /** The rounds to be played. */
  PlannedRounds plan() {
    return plan;
  }

  /** Plays the rounds, up to the first whose score is not finite. */
  PlayedRounds play(LazyMatrix matrix, double newMargin) {
    margin = newMargin;
    SharedPhases phases = matrix.hasDenseRows() ? densePhases : hashedPhases;
    laneCount = phases.ownedUnits();
    for (int round = 0; round < plan.count(); round++) {
      rows[round] =
          new RoundRows(matrix, plan.triplet(round), plan.time(round), plan.columnCount(round));
    }
    if (!matrix.hasDenseRows()) {
      // now, because the threads of a round would wait for the one that does it
      matrix
          .workers()
          .forEachRow(
              plan.count(), (k, thread) -> matrix.store().arrange(plan.triplet(k).columns()));
    }
    for (int round = 0; round < ROUNDS_AHEAD; round++) {
      assign(round);
    }
    played = plan.count();
    phases.play(matrix.workers(), this);
    Arrays.fill(rows, null);
    return plan.outcome(scores, played);
  }

  /** Distributes the rows of a round, such that no lane has much more than its share. */
  private void assign(int round) {
    if (round >= plan.count()) {
      return;
    }
    PreparedTriplet triplet = plan.triplet(round);
    int count = triplet.queryCount();
    if (laneOf.length < count) {
      laneOf = new int[count * 3 / 2];
    }
    Arrays.fill(loads, 0);
    for (int lane = 0; lane < laneCount; lane++) {
      lanes[lane].counts[round] = 0;
    }
    keepLanes(round);
    int share = (count + laneCount - 1) / laneCount;
    int free = 0;
    for (int a = 0; a < count; a++) {
      if (laneOf[a] < 0) {
        int lane = preferredLane(triplet.row(a));
        if (loads[lane] >= share) {
          while (loads[free] >= share) {
            free++;
          }
          lane = free;
        }
        laneOf[a] = lane;
        loads[lane]++;
      }
      lanes[laneOf[a]].add(round, a);
    }
    int[] before = laneBefore;
    laneBefore = laneOf;
    laneOf = before;
  }

  /** Leaves the rows that the round before had in their lanes, and marks the others with -1. */
  private void keepLanes(int round) {
    PreparedTriplet triplet = plan.triplet(round);
    int count = triplet.queryCount();
    if (round == 0) {
      Arrays.fill(laneOf, 0, count, -1);
      return;
    }
    PreparedTriplet before = plan.triplet(round - 1);
    int b = 0;
    for (int a = 0; a < count; a++) {
      int feature = triplet.queryFeature(a);
      while (b < before.queryCount() && before.queryFeature(b) < feature) {
        b++;
      }
      boolean kept = b < before.queryCount() && before.queryFeature(b) == feature;
      laneOf[a] = kept ? laneBefore[b] : -1;
      if (kept) {
        loads[laneOf[a]]++;
      }
    }
  }

  private int preferredLane(int row) {
    return (int) ((Integer.toUnsignedLong(row * HASH) * laneCount) >>> 32);
  }

  @Override
  public void run(int unit, int phase) {
    if (unit < laneCount) {
      play(lanes[unit], phase);
    } else {
      assign(phase + ROUNDS_AHEAD);
    }
  }

  @Override
  public boolean finish(int phase) {
    if (phase < plan.count()) {
      decide(phase);
    }
    return phase < played;
  }

  private void play(Lane lane, int now) {
    if (now > 0) {
      step(lane, now - 1);
    }
    if (now < plan.count()) {
      score(lane, now);
    }
  }

  private void score(Lane lane, int round) {
    int width = plan.triplet(round).count();
    int count = lane.counts[round];
    GatheredEntries entries = lane.entries[round & 1];
    entries.ensureCapacity(count * width);
    if (lane.scores[round & 1].length < count) {
      lane.scores[round & 1] = new float[count * 3 / 2];
    }
    float[] laneScores = lane.scores[round & 1];
    int[] places = lane.places[round];
    for (int k = 0; k < count; k++) {
      rows[round].readAhead(k, count, next -> places[next], entries);
      laneScores[k] = rows[round].score(places[k], entries, k * width);
    }
  }

  private void step(Lane lane, int round) {
    if (lossy[round]) {
      int width = plan.triplet(round).count();
      GatheredEntries entries = lane.entries[round & 1];
      double step = plan.step(round);
      double largest = plan.largestAddend(round);
      int[] places = lane.places[round];
      for (int k = 0; k < lane.counts[round]; k++) {
        rows[round].step(places[k], entries, k * width, step, 1, largest, lane.clock);
      }
    }
  }

  private void decide(int round) {
    int count = plan.triplet(round).queryCount();
    if (rowScores.length < count) {
      rowScores = new float[count * 3 / 2];
    }
    for (int number = 0; number < laneCount; number++) {
      Lane lane = lanes[number];
      int[] places = lane.places[round];
      for (int k = 0; k < lane.counts[round]; k++) {
        rowScores[places[k]] = lane.scores[round & 1][k];
      }
    }
    double score = plan.triplet(round).sum(rowScores);
    scores[round] = score;
    lossy[round] = margin - score > 0;
    if (!Double.isFinite(score)) {
      played = round;
    }
  }
}
