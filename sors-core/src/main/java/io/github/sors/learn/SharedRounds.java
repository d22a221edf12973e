package io.github.sors.learn;

import io.github.sors.Triplet;
import io.github.sors.encoder.row.RowLayout;
import io.github.sors.encoder.row.RowSource;
import io.github.sors.encoder.row.Slabs;
import io.github.sors.encoder.row.TripletRows;
import io.github.sors.matrix.RowWorkers;
import io.github.sors.matrix.SharedPhases;
import java.util.Arrays;
import java.util.List;

/**
 * Plays successive rounds of an encoder with several threads: first each finds the rows of some of
 * the triplets, then each has some of the columns, and they wait for each other once per round.
 *
 * <p>In the phase of a round, a panel of columns takes the step of the round before and then sums
 * the rows of this one. When all panels are ready, one thread compares the encodings and plans the
 * step. The result does not depend on the number of threads, since columns are independent.
 */
final class SharedRounds {

  private static final int MOST_ROUNDS = 16;
  // in additions: for fewer, waiting for each other takes longer than the work
  private static final long SMALLEST_SHARED_ROUND = 1 << 14;

  /**
   * Whether two threads are faster than one on this machine. On a Neoverse-N1 they take 0.65 to
   * 0.97 times as long; on a Xeon with 16 processors 0.9 to 1.2 times, so one is used on x86.
   */
  static final boolean ARE_FASTER = System.getProperty("os.arch").equals("aarch64");

  // narrower panels take longer than what another thread saves
  private static final int NARROWEST_PANEL = 128;

  /** Compares the encodings of a round and plans its step. */
  @FunctionalInterface
  interface Comparison {

    /** Returns whether the round has a step. */
    boolean compare(int round, TripletRows rows);
  }

  private final RowLayout layout;
  private final RowWorkers workers;
  private final SharedPhases phases;
  private final TripletRows[] rounds = new TripletRows[MOST_ROUNDS];
  private final boolean[] hasStep = new boolean[MOST_ROUNDS];

  /** Into how many panels k columns are split for some threads; each has whole slabs. */
  static int panels(int threads, int k) {
    int panels = Math.max(1, Math.min(threads, k / NARROWEST_PANEL));
    while (k % (panels * Slabs.COLUMNS) != 0 && panels > 1) {
      panels--;
    }
    return panels;
  }

  /** Creates the memory for rounds; there is a thread per panel. */
  SharedRounds(RowLayout layout) {
    this.layout = layout;
    this.workers = new RowWorkers(layout.panels());
    this.phases = new SharedPhases(layout.panels(), 1, 0);
    Arrays.setAll(rounds, round -> new TripletRows(layout));
  }

  /** Finds the rows of the first triplets, as many as are played at once; returns how many. */
  int locate(List<Triplet> triplets, EncodingRows queryRows, EncodingRows itemRows) {
    int count = Math.min(triplets.size(), MOST_ROUNDS);
    RowSource queries = queryRows.known();
    RowSource items = itemRows == queryRows ? queries : itemRows.known();
    int parts = layout.panels();
    workers.forEachPart(
        parts,
        part -> {
          for (int round = part; round < count; round += parts) {
            rounds[round].locate(triplets.get(round), queries, items);
          }
        });
    return count;
  }

  /** The rows of a round. */
  TripletRows rows(int round) {
    return rounds[round];
  }

  /**
   * Plays rounds whose rows are complete.
   *
   * @param last the round before, whose step is still outstanding
   * @return the last round, whose step is outstanding now; its object belongs to the caller, and
   *     that of {@code last} no longer does
   */
  TripletRows play(TripletRows last, int first, int end, Comparison comparison) {
    SharedPhases.Work work =
        new SharedPhases.Work() {
          @Override
          public void run(int unit, int phase) {
            int round = first + phase;
            int from = unit * layout.panelColumns();
            int to = from + layout.panelColumns();
            if (phase == 0) {
              last.move(from, to);
            } else if (hasStep[round - 1]) {
              rounds[round - 1].move(from, to);
            }
            rounds[round].sumUp(from, to);
          }

          @Override
          public boolean finish(int phase) {
            int round = first + phase;
            hasStep[round] = comparison.compare(round, rounds[round]);
            return round + 1 < end;
          }
        };
    if (isWorthSharing(first, end)) {
      phases.play(workers, work);
    } else {
      playAlone(work);
    }
    last.clear();
    if (!hasStep[end - 1]) {
      return last;
    }
    TripletRows outstanding = rounds[end - 1];
    rounds[end - 1] = last;
    return outstanding;
  }

  private boolean isWorthSharing(int first, int end) {
    long rows = 0;
    for (int round = first; round < end; round++) {
      rows += rounds[round].rows();
    }
    return rows * layout.columns() >= SMALLEST_SHARED_ROUND * (end - first);
  }

  private void playAlone(SharedPhases.Work work) {
    int phase = 0;
    boolean more = true;
    while (more) {
      for (int panel = 0; panel < layout.panels(); panel++) {
        work.run(panel, phase);
      }
      more = work.finish(phase++);
    }
  }
}
