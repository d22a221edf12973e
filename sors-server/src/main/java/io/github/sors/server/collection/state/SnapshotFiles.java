package io.github.sors.server.collection.state;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.server.collection.CollectionFileKinds;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ModelVersion;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StartModel;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.log.LogSegment;
import io.github.sors.server.collection.model.CollectionStart;
import io.github.sors.server.collection.model.EarlierQueries;
import io.github.sors.server.collection.model.FeedbackTrial;
import io.github.sors.server.collection.model.StartComparison;
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
import org.jspecify.annotations.Nullable;

/**
 * The snapshots of a collection, so that a start need not replay the whole log.
 *
 * <p>A snapshot has two files, the items and the learner, named by the number of the last record
 * that they contain. Both are written atomically; one without the other does not count as a
 * snapshot.
 */
public final class SnapshotFiles {

  private static final int KEPT = 2;
  // a section that only collections with a start model have
  private static final String START = "start";
  private static final String VERSIONS = "versions";
  private static final String TESTS = "tests";
  private static final Pattern ITEMS_NAME = Pattern.compile("snapshot-([0-9]{19})\\.items");
  private static final Pattern NAME = Pattern.compile("snapshot-([0-9]{19})\\.checkpoint");

  private final Path folder;
  private @Nullable CollectionStart start;

  public SnapshotFiles(Path folder) {
    this.folder = folder;
  }

  /** The numbers of the snapshots, the newest first. */
  public List<Long> numbers() throws IOException {
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
  public void write(FrozenState state) throws IOException {
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

  public void remove(long number) throws IOException {
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
    writer.begin(TESTS);
    writeTests(state.trial(), writer);
    writer.end();
  }

  private static void writeTests(FeedbackTrial.Saved trial, SectionWriter writer)
      throws IOException {
    writer.writeLong(trial.tests());
    writer.writeInt(trial.earlier().size());
    for (EarlierQueries.Asked query : trial.earlier()) {
      writer.writeString(query.item());
      if (query.item().isEmpty()) {
        writeVector(query.vector(), writer);
      }
    }
    StartComparison.Saved comparison = trial.comparison();
    writer.writeInt(comparison.worse() ? 1 : 0);
    writer.writeLong(comparison.period());
    writer.writeDouble(comparison.keptDoubt());
    writer.writeDouble(comparison.keptEvidence());
    writer.writeInt(comparison.inPeriod());
    writer.writeInt(comparison.latest().size());
    for (StartComparison.Observation observation : comparison.latest()) {
      writer.writeDouble(observation.startRight());
      writer.writeDouble(observation.learntRight());
      writer.writeDouble(observation.gain());
    }
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

  /** The start of the collection, which is read once. */
  synchronized CollectionStart startOf(CollectionSettings settings) throws IOException {
    CollectionStart known = start;
    if (known == null || !known.settings().equals(settings)) {
      known = CollectionStart.open(settings, folder);
      start = known;
    }
    return known;
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
              ? new CollectionState(startOf(settings), learner, number)
              : CollectionState.unsearchable(startOf(settings), learner, number);
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
      readVersions(state, reader);
      reader.begin(TESTS);
      state.trial().restore(readTests(state, reader));
      reader.end();
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

  private static FeedbackTrial.Saved readTests(CollectionState state, SectionReader reader)
      throws IOException {
    long tests = reader.readLong();
    int count = reader.readCount(4);
    List<EarlierQueries.Asked> earlier = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      String item = reader.readString();
      earlier.add(
          new EarlierQueries.Asked(
              item, item.isEmpty() ? readVector(reader) : state.vectorOf(item)));
    }
    boolean worse = reader.readInt() != 0;
    long period = reader.readLong();
    double keptDoubt = reader.readDouble();
    double keptEvidence = reader.readDouble();
    int inPeriod = reader.readInt();
    int kept = reader.readCount(24);
    List<StartComparison.Observation> latest = new ArrayList<>(kept);
    for (int k = 0; k < kept; k++) {
      latest.add(
          new StartComparison.Observation(
              reader.readDouble(), reader.readDouble(), reader.readDouble()));
    }
    return new FeedbackTrial.Saved(
        tests,
        earlier,
        new StartComparison.Saved(worse, period, keptDoubt, keptEvidence, inPeriod, latest));
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
