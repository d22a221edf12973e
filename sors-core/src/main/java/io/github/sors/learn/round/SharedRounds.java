package io.github.sors.learn.round;

import io.github.sors.Triplet;
import io.github.sors.encoder.row.RowLayout;
import io.github.sors.encoder.row.RowSource;
import io.github.sors.encoder.row.Slabs;
import io.github.sors.encoder.row.TripletRows;
import io.github.sors.encoder.row.TripletSteps;
import io.github.sors.matrix.RowWorkers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Plays successive rounds of an encoder with several threads: first each finds the rows of some of
 * the triplets, then each has a panel of the columns, and they wait for each other once per round.
 *
 * <p>In a round, each panel takes the steps of the round before and then sums the rows of this one.
 * When all panels are summed, every thread compares the encodings and plans all steps, each for
 * itself: that takes less time than to fetch the steps from the cache of another core. Only the
 * sums go from core to core.
 *
 * <p>A thread begins with its own panel, and then does those that nobody has begun, so that a round
 * does not wait for a thread that has lost its processor, unless in the middle of a panel. Such a
 * thread only has to plan the steps that it has missed. The result does not depend on the number of
 * threads, since columns are independent and all threads plan the same steps.
 */
public final class SharedRounds {

  private static final int MOST_ROUNDS = 16;
  // in additions: for fewer, waiting for each other takes longer than the work
  private static final long SMALLEST_SHARED_ROUND = 1 << 14;

  // on a Xeon with 16 processors, 4 panels of 64 took 0.8 times as long as 2 of 128, but 8 of 32 up
  // to 3 times as long
  private static final int NARROWEST_PANEL = 64;

  // numbers that different threads write are a cache line apart, and its neighbour
  private static final int STRIDE = 32;
  private static final int SPINS_BEFORE_YIELDING = 10_000;

  /** Compares the encodings of a round and plans its steps. */
  @FunctionalInterface
  public interface Comparison {

    /**
     * Called by every thread, for all rounds in order.
     *
     * @param steps gets the steps
     * @return whether the round has a step; the same for all threads
     */
    boolean compare(int round, TripletRows rows, TripletSteps steps, int thread);
  }

  private final RowLayout layout;
  private final RowWorkers workers;
  private final TripletRows[] rounds = new TripletRows[MOST_ROUNDS];
  // by thread; those of the first thread belong to the caller
  private final TripletSteps[] steps;
  // per panel: the first round that was not begun, and the first that is not summed
  private final AtomicIntegerArray begun;
  private final AtomicIntegerArray summed;
  private volatile boolean failed;

  /** Into how many panels k columns are split for some threads; each has whole slabs. */
  public static int panels(int threads, int k) {
    int panels = Math.max(1, Math.min(threads, k / NARROWEST_PANEL));
    while (k % (panels * Slabs.COLUMNS) != 0 && panels > 1) {
      panels--;
    }
    return panels;
  }

  /** Creates the memory for rounds; there is a thread per panel. */
  public SharedRounds(RowLayout layout) {
    this.layout = layout;
    this.workers = new RowWorkers(layout.panels());
    this.begun = new AtomicIntegerArray(layout.panels() * STRIDE);
    this.summed = new AtomicIntegerArray(layout.panels() * STRIDE);
    this.steps = new TripletSteps[layout.panels()];
    Arrays.setAll(steps, thread -> new TripletSteps(layout.columns()));
    Arrays.setAll(rounds, round -> new TripletRows(layout));
  }

  /** Finds the rows of the first triplets, as many as are played at once; returns how many. */
  public int locate(List<Triplet> triplets, EncodingRows queryRows, EncodingRows itemRows) {
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
  public TripletRows rows(int round) {
    return rounds[round];
  }

  /**
   * Plays rounds whose rows are complete.
   *
   * @param last the round before, whose steps are still outstanding
   * @param lastSteps its steps; replaced by those that are outstanding now
   * @return the last round, whose steps are outstanding now; its object belongs to the caller, and
   *     that of {@code last} no longer does
   */
  public TripletRows play(
      TripletRows last, TripletSteps lastSteps, int first, int end, Comparison comparison) {
    steps[0] = lastSteps;
    Passage passage = new Passage(last, first, end, comparison);
    if (isWorthSharing(first, end)) {
      passage.playTogether();
    } else {
      passage.playAlone();
    }
    last.clear();
    if (!passage.endsWithSteps) {
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

  /** The rounds of one call. */
  private final class Passage {

    private final TripletRows last;
    private final int first;
    private final int end;
    private final Comparison comparison;
    boolean endsWithSteps;

    Passage(TripletRows last, int first, int end, Comparison comparison) {
      this.last = last;
      this.first = first;
      this.end = end;
      this.comparison = comparison;
    }

    void playTogether() {
      for (int panel = 0; panel < layout.panels(); panel++) {
        begun.set(panel * STRIDE, first);
        summed.set(panel * STRIDE, first);
      }
      failed = false;
      workers.forEachPart(layout.panels(), this::playAs);
    }

    private void playAs(int thread) {
      boolean hasSteps = true;
      boolean done = false;
      try {
        for (int round = first; round < end && !failed; round++) {
          takePanels(thread, round, hasSteps);
          awaitSums(round);
          hasSteps = compare(round, thread);
        }
        done = true;
      } finally {
        if (!done) {
          // so that nobody waits for this thread
          failed = true;
        }
      }
    }

    private void takePanels(int thread, int round, boolean hasSteps) {
      for (int k = 0; k < layout.panels(); k++) {
        int panel = (thread + k) % layout.panels();
        if (begun.get(panel * STRIDE) == round
            && begun.compareAndSet(panel * STRIDE, round, round + 1)) {
          sumUp(panel, round, thread, hasSteps);
          summed.set(panel * STRIDE, round + 1);
        }
      }
    }

    /** Takes the steps of the round before in one panel, and sums the rows of this round. */
    private void sumUp(int panel, int round, int thread, boolean hasSteps) {
      int from = panel * layout.panelColumns();
      int to = from + layout.panelColumns();
      if (round == first) {
        last.move(steps[0], from, to);
      } else if (hasSteps) {
        rounds[round - 1].move(steps[thread], from, to);
      }
      rounds[round].sumUp(from, to);
    }

    private boolean compare(int round, int thread) {
      boolean hasSteps = comparison.compare(round, rounds[round], steps[thread], thread);
      if (thread == 0) {
        endsWithSteps = hasSteps;
      }
      return hasSteps;
    }

    @SuppressWarnings("ThreadPriorityCheck") // yielding is politeness: nothing depends on it
    private void awaitSums(int round) {
      int spins = 0;
      for (int panel = 0; panel < layout.panels(); panel++) {
        while (summed.get(panel * STRIDE) <= round && !failed) {
          if (++spins < SPINS_BEFORE_YIELDING) {
            Thread.onSpinWait();
          } else {
            // the thread of that panel has lost its processor
            Thread.yield();
          }
        }
      }
    }

    void playAlone() {
      boolean hasSteps = true;
      for (int round = first; round < end; round++) {
        for (int panel = 0; panel < layout.panels(); panel++) {
          sumUp(panel, round, 0, hasSteps);
        }
        for (int thread = 0; thread < layout.panels(); thread++) {
          hasSteps = compare(round, thread);
        }
      }
    }
  }
}
