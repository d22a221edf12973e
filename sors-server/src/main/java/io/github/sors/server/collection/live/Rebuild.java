package io.github.sors.server.collection.live;

import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.log.UndoneRequests;
import io.github.sors.server.collection.state.CollectionState;
import io.github.sors.server.collection.state.StateLoader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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
  record Step(LogRecord change, @Nullable PendingChange request) {}

  private final StateLoader loader;
  private final LongSupplier safeEnd;
  private final List<Step> steps;
  private final UndoneRequests undone = new UndoneRequests();
  private volatile @Nullable CollectionState result;
  private volatile @Nullable String failure;

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
      failure = state.outgrown();
      if (failure == null) {
        result = state;
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
  @Nullable String failure() {
    return failure;
  }

  /** The state after the last record of the log; called by the writer, once. */
  CollectionState result() throws IOException {
    CollectionState state = Objects.requireNonNull(result, "result of a rebuild that failed");
    loader.continueTo(state, undone, safeEnd.getAsLong());
    return state;
  }
}
