package io.github.sors.server.collection;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Makes the state that a log amounts to: the newest snapshot that is good, and the records after
 * it.
 *
 * <p>A record that was undone is passed over. A snapshot that still holds what was undone later is
 * of no use, and an older one is taken.
 */
final class StateLoader {

  private static final Logger LOGGER = System.getLogger(StateLoader.class.getPackageName());

  private final Path folder;
  private final SnapshotFiles snapshots;

  StateLoader(Path folder) {
    this.folder = folder;
    this.snapshots = new SnapshotFiles(folder);
  }

  /** The number of the newest snapshot that can be read, 0 where there is none. */
  long newestGood() throws IOException {
    for (long number : snapshots.numbers()) {
      if (read(number) != null) {
        return number;
      }
    }
    return 0;
  }

  /**
   * Makes the state after a record.
   *
   * @return the state, or null where the log is empty
   */
  CollectionState load(long upTo) throws IOException {
    return load(upTo, Set.of());
  }

  /** Makes the state after a record as it is without some records that taught something. */
  CollectionState load(long upTo, Set<Long> without) throws IOException {
    for (long number : snapshots.numbers()) {
      if (number <= upTo) {
        Set<Long> undone = undoneAfter(number, upTo);
        undone.addAll(without);
        boolean holdsUndone = undone.stream().anyMatch(record -> record <= number);
        CollectionState start = holdsUndone ? null : read(number);
        if (start != null) {
          return replay(start, undone, upTo);
        }
      }
    }
    return loadFromLogAlone(upTo, without);
  }

  /** Makes the state after a record without any snapshot. */
  CollectionState loadFromLogAlone(long upTo) throws IOException {
    return loadFromLogAlone(upTo, Set.of());
  }

  private CollectionState loadFromLogAlone(long upTo, Set<Long> without) throws IOException {
    if (upTo == 0) {
      return null;
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
      throw new InvalidInputException(folder + ": the first record does not make a collection");
    }
    Set<Long> undone = undoneAfter(1, upTo);
    undone.addAll(without);
    CollectionState state = new CollectionState(settings[0], settings[0].newLearner(), 1);
    if (settings[0].start() != null) {
      settings[0].start().putInto(state, folder);
    }
    return replay(state, undone, upTo);
  }

  /** A snapshot, or null where it can't be used. */
  private CollectionState read(long number) throws IOException {
    try {
      return snapshots.read(number);
    } catch (InvalidInputException e) {
      LOGGER.log(Level.WARNING, "snapshot {0} is passed over: {1}", number, e.getMessage());
      return null;
    }
  }

  private Set<Long> undoneAfter(long number, long upTo) throws IOException {
    Set<Long> undone = new HashSet<>();
    CollectionLog.replay(
        folder,
        number,
        upTo,
        (sequence, payload) -> {
          if (RecordCodec.isUndone(payload)) {
            undone.add(((LogRecord.Undone) RecordCodec.decode(payload)).sequence());
          }
        });
    return undone;
  }

  private CollectionState replay(CollectionState state, Set<Long> undone, long upTo)
      throws IOException {
    CollectionLog.replay(
        folder,
        state.sequence(),
        upTo,
        (sequence, payload) -> {
          LogRecord change = RecordCodec.decode(payload);
          if (change instanceof LogRecord.Taught taught && undone.contains(sequence)) {
            state.pass(sequence, taught);
          } else {
            state.replay(sequence, change);
          }
        });
    return state;
  }
}
