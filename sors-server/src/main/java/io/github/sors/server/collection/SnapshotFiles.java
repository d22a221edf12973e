package io.github.sors.server.collection;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineLearner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The snapshots of a collection, so that a start need not replay the whole log.
 *
 * <p>A snapshot has two files, the items and the learner, named by the number of the last record
 * that they contain. Both are written atomically; one without the other does not count as a
 * snapshot.
 */
final class SnapshotFiles {

  private static final int KEPT = 2;
  // a section that only collections with a start model have
  private static final String START = "start";
  // sections that older files do not have
  private static final String VERSIONS = "versions";
  private static final String HELD_OUT = "heldOut";
  private static final Pattern ITEMS_NAME = Pattern.compile("snapshot-([0-9]{19})\\.items");
  private static final Pattern NAME = Pattern.compile("snapshot-([0-9]{19})\\.checkpoint");

  private final Path folder;

  SnapshotFiles(Path folder) {
    this.folder = folder;
  }

  /** The numbers of the snapshots, the newest first. */
  List<Long> numbers() throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(
          file -> {
            Matcher name = NAME.matcher(file.getFileName().toString());
            if (name.matches()) {
              numbers.add(Long.parseLong(name.group(1)));
            }
          });
    }
    numbers.sort(Collections.reverseOrder());
    return numbers;
  }

  private Path items(long number) {
    return folder.resolve(String.format(Locale.ROOT, "snapshot-%019d.items", number));
  }

  private Path checkpoint(long number) {
    return folder.resolve(String.format(Locale.ROOT, "snapshot-%019d.checkpoint", number));
  }

  /** Writes a snapshot and removes those that are no longer needed. */
  void write(FrozenState state) throws IOException {
    long number = state.sequence();
    boolean written = false;
    try {
      SectionWriter.write(
          items(number), CollectionFileKinds.SNAPSHOT, writer -> write(state, writer));
      state.learner().writeCheckpoint(Map.of("record", Long.toString(number)), checkpoint(number));
      written = true;
    } finally {
      if (!written) {
        // one file without the other is not a snapshot
        remove(number);
      }
    }
    List<Long> numbers = numbers();
    long base = LogSegment.base(folder);
    for (long old : numbers.subList(Math.min(KEPT, numbers.size()), numbers.size())) {
      // the log cannot be used without the state that it starts from
      if (old != base) {
        remove(old);
      }
    }
  }

  /** The size of the learner's file; 0 if there is none. */
  long checkpointBytes(long number) throws IOException {
    return Files.exists(checkpoint(number)) ? Files.size(checkpoint(number)) : 0;
  }

  /** Removes incomplete snapshots: items without a learner. */
  void removeIncomplete() throws IOException {
    List<Long> whole = numbers();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Matcher name = ITEMS_NAME.matcher(file.getFileName().toString());
        if (name.matches() && !whole.contains(Long.parseLong(name.group(1)))) {
          Files.delete(file);
        }
      }
    }
  }

  void remove(long number) throws IOException {
    Files.deleteIfExists(checkpoint(number));
    Files.deleteIfExists(items(number));
  }

  private static void write(FrozenState state, SectionWriter writer) throws IOException {
    CollectionSettings settings = state.settings();
    writer.begin("settings");
    writer.writeLong(state.sequence());
    writer.writeString(settings.algorithm());
    writer.writeMap(settings.options());
    writer.writeString(settings.analyzer());
    writer.end();
    if (settings.start() != null) {
      writer.begin(START);
      writer.writeString(settings.start().name());
      writer.writeString(settings.start().hash());
      writer.end();
    }
    writer.writeStrings("features", state.features());
    writer.begin("items");
    writer.writeInt(state.items().size());
    for (StoredItem item : state.items()) {
      writer.writeString(item.id());
      writer.writeString(item.title());
      writer.writeString(item.label());
      writeVector(item.vector(), writer);
    }
    writer.end();
    writer.writeStrings("taughtItems", state.taughtItems());
    writer.begin("keys");
    writer.writeInt(state.keys().size());
    for (KnownKeys.Done done : state.keys()) {
      writer.writeString(done.key().key());
      writer.writeLong(done.key().fingerprint());
      writer.writeLong(done.outcome().sequence());
      writer.writeLong(done.outcome().round());
      writer.writeInt(done.outcome().count());
      writer.writeDouble(done.outcome().loss());
    }
    writer.end();
    writer.begin("undoable");
    writer.writeInt(state.undoable().size());
    for (long record : state.undoable()) {
      writer.writeLong(record);
    }
    writer.end();
    writer.begin(VERSIONS);
    writer.writeInt(state.versions().size());
    for (ModelVersion version : state.versions()) {
      writer.writeLong(version.number());
      writer.writeLong(version.time());
      writer.writeLong(version.rounds());
      writer.writeString(version.name());
    }
    writer.end();
    writer.begin(HELD_OUT);
    writer.writeLong(state.comparisonsSeen());
    writer.writeLong(state.comparisonsHeldOut());
    writer.writeInt(state.heldOut().size());
    for (HeldOutFeedback.Kept kept : state.heldOut()) {
      writer.writeString(kept.comparison().queryItem());
      writer.writeString(kept.comparison().better());
      writer.writeString(kept.comparison().worse());
      writeVector(kept.triplet().query(), writer);
      writeVector(kept.triplet().positive(), writer);
      writeVector(kept.triplet().negative(), writer);
    }
    writer.end();
  }

  private static void writeVector(SparseVector vector, SectionWriter writer) throws IOException {
    writer.writeInt(vector.size());
    writer.writeInts(vector.indexArray(), vector.size());
    writer.writeFloats(vector.valueArray(), vector.size());
  }

  private static SparseVector readVector(SectionReader reader) throws IOException {
    int[] indices = new int[reader.readCount(8)];
    float[] values = new float[indices.length];
    reader.readInts(indices, indices.length);
    reader.readFloats(values, values.length);
    return SparseVector.of(indices, values);
  }

  /**
   * Reads a snapshot.
   *
   * @param searchable whether its items can be searched afterwards
   * @throws InvalidInputException if one of its files is missing, truncated or altered
   */
  CollectionState read(long number, boolean searchable) throws IOException {
    Checkpoint checkpoint = Checkpoint.read(checkpoint(number));
    try (SectionReader reader = SectionReader.open(items(number), CollectionFileKinds.SNAPSHOT)) {
      reader.begin("settings");
      if (reader.readLong() != number
          || !Long.toString(number).equals(checkpoint.context().get("record"))) {
        throw new InvalidInputException(
            items(number) + " contains another snapshot than its name says");
      }
      CollectionSettings settings =
          new CollectionSettings(reader.readString(), reader.readMap(), reader.readString());
      reader.end();
      if (reader.isNext(START)) {
        reader.begin(START);
        settings = settings.withStart(new StartModel(reader.readString(), reader.readString()));
        reader.end();
      }
      OnlineLearner learner = checkpoint.learner();
      if (!learner.algorithm().equals(settings.algorithm())) {
        throw new InvalidInputException(
            checkpoint(number)
                + ": expected a learner of "
                + settings.algorithm()
                + ", found one of "
                + learner.algorithm());
      }
      CollectionState state =
          searchable
              ? new CollectionState(settings, learner, number)
              : CollectionState.unsearchable(settings, learner, number);
      state.features().addAll(reader.readStrings("features"));
      readItems(state, reader);
      state.taughtItems().addAll(reader.readStrings("taughtItems"));
      readKeys(state, reader);
      reader.begin("undoable");
      int count = reader.readCount(8);
      for (int k = 0; k < count; k++) {
        state.undoable().addLast(reader.readLong());
      }
      reader.end();
      if (reader.isNext(VERSIONS)) {
        readVersions(state, reader);
        readHeldOut(state, reader);
      } else {
        // written before feedback was held out
        state.heldOut().restore(state.learner().progress().rounds(), 0, List.of());
      }
      return state;
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          items(number) + " is not a snapshot that sors wrote: " + e.getMessage(), e);
    }
  }

  private static void readVersions(CollectionState state, SectionReader reader) throws IOException {
    reader.begin(VERSIONS);
    int count = reader.readCount(28);
    for (int k = 0; k < count; k++) {
      state
          .versions()
          .addLast(
              new ModelVersion(
                  reader.readLong(), reader.readLong(), reader.readLong(), reader.readString()));
    }
    reader.end();
  }

  private static void readHeldOut(CollectionState state, SectionReader reader) throws IOException {
    reader.begin(HELD_OUT);
    long seen = reader.readLong();
    long heldOut = reader.readLong();
    int count = reader.readCount(24);
    List<HeldOutFeedback.Kept> kept = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      String queryItem = reader.readString();
      String better = reader.readString();
      String worse = reader.readString();
      SparseVector query = readVector(reader);
      kept.add(
          new HeldOutFeedback.Kept(
              new Comparison(
                  queryItem, queryItem.isEmpty() ? query : SparseVector.EMPTY, better, worse, true),
              new Triplet(query, readVector(reader), readVector(reader))));
    }
    reader.end();
    state.heldOut().restore(seen, heldOut, kept);
  }

  private static void readItems(CollectionState state, SectionReader reader) throws IOException {
    reader.begin("items");
    int count = reader.readCount(16);
    List<StoredItem> items = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      String id = reader.readString();
      String title = reader.readString();
      String label = reader.readString();
      items.add(new StoredItem(id, title, label, readVector(reader)));
    }
    reader.end();
    state.restoreItems(items);
  }

  private static void readKeys(CollectionState state, SectionReader reader) throws IOException {
    reader.begin("keys");
    int count = reader.readCount(40);
    for (int k = 0; k < count; k++) {
      RequestKey key = new RequestKey(reader.readString(), reader.readLong());
      state
          .keys()
          .add(
              key,
              new Outcome(
                  reader.readLong(),
                  reader.readLong(),
                  reader.readInt(),
                  reader.readDouble(),
                  false));
    }
    reader.end();
  }
}
