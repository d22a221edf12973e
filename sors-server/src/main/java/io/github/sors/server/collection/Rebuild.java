package io.github.sors.server.collection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Rebuilds the state without undone feedback, from the newest snapshot that does not contain it,
 * while changes continue; these are replayed, too.
 */
final class Rebuild {

  // the number of records that the writer may replay itself while others wait
  private static final int SMALL_GAP = 20;
  private static final int MOST_ROUNDS = 8;

  /**
   * One undo, to be logged when the rebuild is finished.
   *
   * @param request the request for it; null for a long request that was never finished
   */
  record Step(LogRecord change, PendingChange request) {}

  private final StateLoader loader;
  private final LongSupplier safeEnd;
  private final List<Step> steps;
  private final UndoneRequests undone = new UndoneRequests();
  private volatile CollectionState result;
  private volatile String failure;

  /**
   * @param safeEnd returns the number of the last durable record of the log
   */
  Rebuild(StateLoader loader, LongSupplier safeEnd, List<Step> steps) {
    this.loader = loader;
    this.safeEnd = safeEnd;
    this.steps = new ArrayList<>(steps);
    this.steps.forEach(step -> undone.add(step.change()));
  }

  List<Step> steps() {
    return steps;
  }

  /** Rebuilds the state in the background. */
  void run() throws IOException {
    try {
      CollectionState state = loader.rebuild(safeEnd.getAsLong(), undone);
      int rounds = 0;
      while (state.outgrown() == null
          && safeEnd.getAsLong() - state.sequence() > SMALL_GAP
          && rounds++ < MOST_ROUNDS) {
        loader.continueTo(state, undone, safeEnd.getAsLong());
      }
      if (state.outgrown() == null) {
        result = state;
      } else {
        failure = state.outgrown();
      }
    } finally {
      if (result == null && failure == null) {
        failure = "the feedback could not be undone, see the log of the service";
      }
    }
  }

  boolean isFinished() {
    return result != null || failure != null;
  }

  /** Why there is no result; null if there is one. */
  String failure() {
    return failure;
  }

  /** The state after the last record of the log; called by the writer, once. */
  CollectionState result() throws IOException {
    loader.continueTo(result, undone, safeEnd.getAsLong());
    return result;
  }
}
