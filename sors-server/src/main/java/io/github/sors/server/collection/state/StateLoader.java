package io.github.sors.server.collection.state;

import io.github.sors.InvalidInputException;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.log.CollectionLog;
import io.github.sors.server.collection.log.Comparison;
import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.log.LogSegment;
import io.github.sors.server.collection.log.RecordCodec;
import io.github.sors.server.collection.log.UndoneRequests;
import io.github.sors.server.collection.model.CollectionStart;
import io.github.sors.server.collection.model.DamagedStartException;
import io.github.sors.server.collection.model.LearningBound;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads the state of a log: from the newest valid snapshot and the records after it.
 *
 * <p>Undone records are skipped. A snapshot with feedback that was undone later is ignored, and an
 * older one is used.
 */
public final class StateLoader {

  private static final Logger LOGGER = System.getLogger(StateLoader.class.getPackageName());

  private final Path folder;
  private final CollectionLimits limits;
  private final SnapshotFiles snapshots;

  StateLoader(Path folder, CollectionLimits limits) {
    this.folder = folder;
    this.limits = limits;
    this.snapshots = new SnapshotFiles(folder);
  }

  /** The numbers of the snapshots that can be read. */
  List<Long> goodSnapshots() throws IOException {
    List<Long> good = new ArrayList<>();
    for (long number : snapshots.numbers()) {
      if (read(number, false) != null) {
        good.add(number);
      }
    }
    return good;
  }

  /**
   * Loads the state after a record.
   *
   * <p>If the memory does not suffice, loads as many records as fit, see {@link
   * CollectionState#outgrown}.
   *
   * @throws InvalidInputException if the log is empty
   */
  CollectionState load(long upTo) throws IOException {
    return load(upTo, new UndoneRequests(), true);
  }

  /** Loads the state after a record without some requests; only the learner is complete. */
  public CollectionState rebuild(long upTo, UndoneRequests without) throws IOException {
    return load(upTo, without, false);
  }

  /** Applies the records that follow those of a state. */
  public void continueTo(CollectionState state, UndoneRequests without, long upTo)
      throws IOException {
    UndoneRequests undone = undoneAfter(state.sequence(), upTo);
    undone.addAll(without);
    replay(state, undone, upTo);
  }

  private CollectionState load(long upTo, UndoneRequests without, boolean searchable)
      throws IOException {
    for (long number : snapshots.numbers()) {
      if (number <= upTo) {
        UndoneRequests undone = undoneAfter(number, upTo);
        undone.addAll(without);
        CollectionState start = undone.anyUpTo(number) ? null : read(number, searchable);
        if (start != null) {
          return replay(start, undone, upTo);
        }
      }
    }
    return loadFromLogAlone(upTo, without, searchable);
  }

  /** Loads the state after a record without snapshots, except the one that the log starts from. */
  public CollectionState loadFromLogAlone(long upTo) throws IOException {
    return loadFromLogAlone(upTo, new UndoneRequests(), true);
  }

  private CollectionState loadFromLogAlone(long upTo, UndoneRequests without, boolean searchable)
      throws IOException {
    if (upTo == 0) {
      throw new InvalidInputException(folder + ": expected a log with records, found none");
    }
    long base = LogSegment.base(folder);
    if (base > 0) {
      CollectionState state = base <= upTo ? read(base, searchable) : null;
      if (state == null) {
        throw new InvalidInputException(
            folder
                + ": the log starts after record "
                + base
                + ", and no snapshot of it can be read: use a backup");
      }
      UndoneRequests undone = undoneAfter(base, upTo);
      undone.addAll(without);
      return replay(state, undone, upTo);
    }
    CollectionSettings[] settings = new CollectionSettings[1];
    CollectionLog.replay(
        folder,
        0,
        1,
        (sequence, payload) -> {
          if (RecordCodec.decode(payload) instanceof LogRecord.Created created) {
            settings[0] = created.settings();
          }
        });
    if (settings[0] == null) {
      throw new InvalidInputException(folder + ": the first record does not create a collection");
    }
    UndoneRequests undone = undoneAfter(1, upTo);
    undone.addAll(without);
    CollectionStart start = snapshots.startOf(settings[0]);
    OnlineLearner learner = settings[0].newLearner();
    CollectionState state =
        searchable
            ? new CollectionState(start, learner, 1)
            : CollectionState.unsearchable(start, learner, 1);
    state.startFromModel();
    return replay(state, undone, upTo);
  }

  /** Reads a snapshot; returns null if it cannot be used. */
  private @Nullable CollectionState read(long number, boolean searchable) throws IOException {
    try {
      long bytes = snapshots.checkpointBytes(number);
      if (bytes > mostMatrixBytes()) {
        LOGGER.log(
            Level.WARNING,
            "ignoring snapshot {0}: its model of {1} MiB is too large for the memory",
            Long.toString(number),
            bytes >> 20);
        return null;
      }
      return snapshots.read(number, searchable);
    } catch (DamagedStartException e) {
      // no other snapshot can be read either
      throw e;
    } catch (InvalidInputException e) {
      LOGGER.log(Level.WARNING, "ignoring snapshot {0}: {1}", number, e.getMessage());
      return null;
    }
  }

  private UndoneRequests undoneAfter(long number, long upTo) throws IOException {
    UndoneRequests undone = new UndoneRequests();
    CollectionLog.replay(
        folder,
        number,
        upTo,
        (sequence, payload) -> {
          if (RecordCodec.undoes(payload)) {
            undone.add(RecordCodec.decode(payload));
          }
        });
    return undone;
  }

  private CollectionState replay(CollectionState state, UndoneRequests undone, long upTo)
      throws IOException {
    // a compacted log cannot be learnt again without a part of it
    long base = LogSegment.base(folder);
    state.undoable().removeIf(request -> request <= base);
    state.learning().limitMemory(limits.matrixBytes());
    CollectionLog.replay(
        folder,
        state.sequence(),
        upTo,
        (sequence, payload) -> {
          if (state.outgrown() != null) {
            return;
          }
          LogRecord change = RecordCodec.decode(payload);
          if (change instanceof LogRecord.Taught taught
              && undone.contains(taught.request(sequence))) {
            state.pass(sequence, taught);
          } else if (fits(change, state)) {
            state.replay(sequence, change);
          } else {
            state.stopAt(
                "the collection no longer fits into memory: "
                    + (sequence - 1)
                    + " of its "
                    + upTo
                    + " records are loaded, and it is read-only; nothing is lost: give the service more"
                    + " memory with SORS_JAVA_OPTIONS=-Xmx…");
          }
        });
    return state;
  }

  /** Larger than the limit for changes, since tables may be larger after a start. */
  private long mostMatrixBytes() {
    return limits.matrixBytes() + limits.matrixBytes() / 2;
  }

  private boolean fits(LogRecord change, CollectionState state) {
    if (change instanceof LogRecord.ItemsPut put) {
      long bytes = state.itemBytes();
      for (StoredItem item : put.items()) {
        StoredItem replaced = state.items().get(item.id());
        ItemMemory memory = state.itemMemory();
        bytes += memory.of(item) - (replaced == null ? 0 : memory.of(replaced));
      }
      return bytes <= limits.itemBytes() + limits.itemBytes() / 2 || bytes <= state.itemBytes();
    }
    if (change instanceof LogRecord.Taught taught) {
      LearningBound bound =
          state.learning().bound(state.features().size() + taught.newFeatures().size());
      for (Comparison comparison : taught.comparisons()) {
        bound.add(
            comparison.queryItem().isEmpty()
                ? comparison.query()
                : state.vectorOf(comparison.queryItem()),
            state.vectorOf(comparison.better()),
            state.vectorOf(comparison.worse()));
      }
      return bound.bytesAfter(state.learning().mostBytes()) <= mostMatrixBytes();
    }
    return true;
  }
}
