package io.github.sors.matrix;

import io.github.sors.matrix.store.GatheredEntries;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Plays successive rounds with several threads that meet once per round.
 *
 * <p>The rows of a round are divided into lanes, a few per thread. In each phase, a lane first
 * takes the step of the round before on its rows, and then scores its rows for this round. The step
 * on a row has to come before its next score; both are done in the same lane, so the lanes of a
 * phase do not depend on each other. When all of them are finished, the score is summed, which
 * decides whether the round has a step. The last phase is only a step. How threads share the lanes
 * is told in {@link SharedPhases}.
 *
 * <p>A row that neither of the two rounds before has may be scored one phase early, while their
 * steps are taken on other rows. A thread that has done its own lanes of a phase does that.
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
  // at least so many, since others can help a thread that is slow, or that rebuilds a table
  private static final int LANES_PER_THREAD = 2;
  // a phase also assigns the rows of the round after the next, which is nobody's turn yet
  private static final int ROUNDS_AHEAD = 2;
  // before code is compiled, all threads count its calls and branches in the same places, and the
  // more they are, the longer it takes: on a server with 16 processors, two threads play the first
  // 256 rounds in two thirds of the time that 14 take
  private static final long FIRST_ENTRIES = 1 << 23;
  private static final int THREADS_OF_FIRST_ENTRIES = 2;
  private static final int HASH = 0x9E3779B9;
  // no lane yet: the row may be scored early, or not
  private static final int EARLY = -1;
  private static final int ANY = -2;
  private static final PreparedTriplet NOTHING = new PreparedTriplet();

  // how many entries the rounds of this process have touched, up to the first ones
  private static final AtomicLong ENTRIES_SO_FAR = new AtomicLong();

  private final PlannedRounds plan = new PlannedRounds(MOST_ROUNDS);
  private final Lane[] lanes;
  private final double[] scores = new double[MOST_ROUNDS];
  private final boolean[] lossy = new boolean[MOST_ROUNDS];
  private final RoundRows[] rows = new RoundRows[MOST_ROUNDS];
  private final Assignment[] assignments = new Assignment[MOST_ROUNDS];
  // for each query feature of a round, and of the round before, twice the number of its lane, and
  // one more if the row may be scored early
  private int[] groups = new int[0];
  private int[] groupsBefore = new int[0];
  // of even and of odd rounds, by the place of a row in the query
  private final float[][] rowScores = new float[2][0];
  private final int[] loads;

  private double margin;
  private final SharedPhases phases;
  private int played;

  /** The rows of a round, by lane. In few cache lines: one thread writes and all read them. */
  private static final class Assignment {
    // where the rows of each lane begin, and where those of them that may be scored early
    final int[] starts;
    // the places of the rows in the query
    int[] places = new int[0];

    Assignment(int lanes) {
      starts = new int[2 * lanes + 1];
    }

    int start(int lane, boolean early) {
      return starts[early ? 2 * lane + 1 : 2 * lane];
    }

    int end(int lane, boolean early) {
      return starts[early ? 2 * lane + 2 : 2 * lane + 1];
    }

    /** Sorts the places by their group: twice the number of the lane, and one more if early. */
    void fill(int[] groups, int count) {
      if (places.length < count) {
        places = new int[count * 3 / 2];
      }
      Arrays.fill(starts, 0);
      for (int a = 0; a < count; a++) {
        starts[groups[a]]++;
      }
      int end = 0;
      for (int group = 0; group < starts.length; group++) {
        end += starts[group];
        starts[group] = end;
      }
      for (int a = count - 1; a >= 0; a--) {
        places[--starts[groups[a]]] = a;
      }
    }
  }

  /** The working memory of one unit of work. */
  private static final class Lane {
    // a round is scored while the entries of the one before are needed
    private final GatheredEntries[] entries = new GatheredEntries[2];
    // the next one may be scored then, too
    private final GatheredEntries[] earlyEntries = new GatheredEntries[3];
    final RowClock clock = new RowClock();

    Lane(boolean withSquares) {
      Arrays.setAll(entries, round -> new GatheredEntries(withSquares));
      Arrays.setAll(earlyEntries, round -> new GatheredEntries(withSquares));
    }

    GatheredEntries entries(int round, boolean early) {
      return early ? earlyEntries[round % earlyEntries.length] : entries[round % entries.length];
    }
  }

  RoundLanes(int threads, boolean withSquares) {
    // one more unit assigns the rows of a later round
    phases = new SharedPhases(threads, Math.max(LANES_PER_THREAD, LANES / threads), 1);
    lanes = new Lane[phases.ownedUnits()];
    Arrays.setAll(lanes, lane -> new Lane(withSquares));
    Arrays.setAll(assignments, round -> new Assignment(lanes.length));
    loads = new int[lanes.length];
  }

  /** The rounds to be played. */
  PlannedRounds plan() {
    return plan;
  }

  /** Plays the rounds, up to the first whose score is not finite. */
  PlayedRounds play(LazyMatrix matrix, double newMargin) {
    margin = newMargin;
    int mostRows = 0;
    for (int round = 0; round < plan.count(); round++) {
      rows[round] =
          new RoundRows(matrix, plan.triplet(round), plan.time(round), plan.columnCount(round));
      mostRows = Math.max(mostRows, plan.triplet(round).queryCount());
    }
    if (rowScores[0].length < mostRows) {
      int room = mostRows * 3 / 2;
      Arrays.setAll(rowScores, parity -> new float[room]);
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
    phases.play(matrix.workers(), players(matrix.workers()), this);
    Arrays.fill(rows, null);
    return plan.outcome(scores, played);
  }

  /** How many threads play: few, as long as the rounds of this process have done little. */
  private int players(RowWorkers workers) {
    if (ENTRIES_SO_FAR.get() >= FIRST_ENTRIES) {
      return workers.threads();
    }
    for (int round = 0; round < plan.count(); round++) {
      ENTRIES_SO_FAR.addAndGet(plan.triplet(round).touchedEntries());
    }
    return Math.min(workers.threads(), THREADS_OF_FIRST_ENTRIES);
  }

  /** Distributes the rows of a round, such that no lane has much more than its share. */
  private void assign(int round) {
    if (round >= plan.count()) {
      return;
    }
    PreparedTriplet triplet = plan.triplet(round);
    int count = triplet.queryCount();
    if (groups.length < count) {
      groups = new int[count * 3 / 2];
    }
    Arrays.fill(loads, 0);
    keepLanes(round);
    int share = (count + lanes.length - 1) / lanes.length;
    int free = 0;
    for (int a = 0; a < count; a++) {
      if (groups[a] < 0) {
        int lane = preferredLane(triplet.row(a));
        if (loads[lane] >= share) {
          while (loads[free] >= share) {
            free++;
          }
          lane = free;
        }
        loads[lane]++;
        groups[a] = groups[a] == EARLY ? 2 * lane + 1 : 2 * lane;
      }
    }
    assignments[round].fill(groups, count);
    int[] before = groupsBefore;
    groupsBefore = groups;
    groups = before;
  }

  /** Leaves the rows that the round before had in their lanes, and marks the others. */
  private void keepLanes(int round) {
    PreparedTriplet triplet = plan.triplet(round);
    int count = triplet.queryCount();
    PreparedTriplet before = round < 1 ? NOTHING : plan.triplet(round - 1);
    PreparedTriplet beforeThat = round < 2 ? NOTHING : plan.triplet(round - 2);
    int b = 0;
    int c = 0;
    for (int a = 0; a < count; a++) {
      int feature = triplet.queryFeature(a);
      b = find(feature, before, b);
      c = find(feature, beforeThat, c);
      if (isAt(b, before, feature)) {
        int lane = groupsBefore[b] / 2;
        groups[a] = 2 * lane;
        loads[lane]++;
      } else {
        groups[a] = isAt(c, beforeThat, feature) ? ANY : EARLY;
      }
    }
  }

  /** Finds the first feature of a query that is not less than the given one, from a place on. */
  private static int find(int feature, PreparedTriplet triplet, int from) {
    int at = from;
    while (at < triplet.queryCount() && triplet.queryFeature(at) < feature) {
      at++;
    }
    return at;
  }

  private static boolean isAt(int place, PreparedTriplet triplet, int feature) {
    return place < triplet.queryCount() && triplet.queryFeature(place) == feature;
  }

  private int preferredLane(int row) {
    return (int) ((Integer.toUnsignedLong(row * HASH) * lanes.length) >>> 32);
  }

  @Override
  public void run(int unit, boolean early, int phase) {
    if (unit >= lanes.length) {
      assign(phase + ROUNDS_AHEAD);
      return;
    }
    if (!early && phase > 0 && lossy[phase - 1]) {
      step(unit, phase - 1);
    }
    if (phase < plan.count()) {
      score(unit, early, phase);
    }
  }

  @Override
  public boolean finish(int phase) {
    if (phase < plan.count()) {
      decide(phase);
    }
    return phase < played;
  }

  private void score(int lane, boolean early, int round) {
    int width = plan.triplet(round).count();
    Assignment assignment = assignments[round];
    int[] places = assignment.places;
    int start = assignment.start(lane, early);
    int count = assignment.end(lane, early) - start;
    GatheredEntries entries = lanes[lane].entries(round, early);
    entries.ensureCapacity(count * width);
    rows[round].score(count, k -> places[start + k], entries, rowScores[round & 1]);
  }

  private void step(int lane, int round) {
    step(lane, false, round);
    step(lane, true, round);
  }

  private void step(int lane, boolean early, int round) {
    int width = plan.triplet(round).count();
    double step = plan.step(round);
    double largest = plan.largestAddend(round);
    Assignment assignment = assignments[round];
    int start = assignment.start(lane, early);
    int end = assignment.end(lane, early);
    GatheredEntries entries = lanes[lane].entries(round, early);
    RowClock clock = lanes[lane].clock;
    for (int k = start; k < end; k++) {
      int offset = (k - start) * width;
      rows[round].step(assignment.places[k], entries, offset, step, 1, largest, clock);
    }
  }

  private void decide(int round) {
    double score = plan.triplet(round).sum(rowScores[round & 1]);
    scores[round] = score;
    lossy[round] = margin - score > 0;
    if (!Double.isFinite(score)) {
      played = round;
    }
  }
}
