package io.github.sors.server.collection.state;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.VectorIndex;
import io.github.sors.learn.FeatureSpaces;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ModelVersion;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.log.Comparison;
import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.model.CollectionLearner;
import io.github.sors.server.collection.model.CollectionStart;
import io.github.sors.server.collection.model.FeedbackTrial;
import io.github.sors.server.collection.model.StartCopy;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * A collection in memory: the result of applying the records of its log.
 *
 * <p>It depends only on the records and their order, so applying the same records gives a
 * bit-identical state. One thread applies records; other threads may read items, features and
 * index.
 */
public final class CollectionState {

  /** The maximum number of feedback requests that can be undone. */
  static final int MOST_UNDOABLE = 1000;

  /** The maximum number of versions; the oldest are dropped. */
  static final int MOST_VERSIONS = 100;

  private final CollectionStart start;
  private final CollectionLearner learning;
  private final OnlineLearner learner;
  private final ItemMemory itemMemory;
  private final FeatureDictionary features;
  // null if the state cannot be searched
  private final @Nullable VectorIndex index;
  private final Map<String, StoredItem> items;
  private final Set<String> taughtItems = ConcurrentHashMap.newKeySet();
  private final KnownKeys keys = new KnownKeys();
  private final Deque<Long> undoable = new ConcurrentLinkedDeque<>();
  private final ReplayCost replayCost = new ReplayCost();
  private final FeedbackTrial trial;
  private final Deque<ModelVersion> versions = new ConcurrentLinkedDeque<>();
  private long itemBytes;
  private volatile long sequence;
  private @Nullable Unfinished unfinished;
  private @Nullable String outgrown;

  /** The part of a long request that was learnt so far. */
  private record Unfinished(long request, int count, double loss) {}

  private CollectionState(
      CollectionStart start,
      CollectionLearner learning,
      FeatureDictionary features,
      @Nullable VectorIndex index,
      Map<String, StoredItem> items,
      long sequence) {
    this.start = start;
    this.learning = learning;
    this.learner = learning.learner();
    this.trial = new FeedbackTrial(start, learning);
    this.itemMemory = new ItemMemory(learning.bytesPerItem());
    this.features = features;
    this.index = index;
    this.items = items;
    this.sequence = sequence;
  }

  CollectionState(CollectionStart start, OnlineLearner learner, long sequence) {
    this(
        start,
        CollectionLearner.of(learner),
        new FeatureDictionary(),
        new VectorIndex(),
        new ConcurrentHashMap<>(),
        sequence);
  }

  /** A state for replays, which cannot be searched. */
  static CollectionState unsearchable(CollectionStart start, OnlineLearner learner, long sequence) {
    return new CollectionState(
        start,
        CollectionLearner.of(learner),
        new FeatureDictionary(),
        null,
        new ConcurrentHashMap<>(),
        sequence);
  }

  /** Combines the items of this state with the learner of another state after the same records. */
  public CollectionState withLearningOf(CollectionState other) {
    if (other.sequence != sequence || other.features.size() != features.size()) {
      throw new IllegalArgumentException(
          "expected a state after record " + sequence + ", found " + other.sequence);
    }
    CollectionState result =
        new CollectionState(start, other.learning, features, index, items, sequence);
    result.taughtItems.addAll(other.taughtItems);
    result.keys.addAll(other.keys);
    result.undoable.addAll(other.undoable);
    result.replayCost.add(other.replayCost);
    result.trial.restore(other.trial.saved());
    result.versions.addAll(other.versions);
    result.itemBytes = itemBytes;
    result.unfinished = other.unfinished;
    return result;
  }

  public CollectionSettings settings() {
    return start.settings();
  }

  /** What the collection was before it learnt anything. */
  public CollectionStart start() {
    return start;
  }

  public OnlineLearner learner() {
    return learner;
  }

  /** The part that depends on the kind of learner. */
  public CollectionLearner learning() {
    return learning;
  }

  /** Estimates the memory of items. */
  public ItemMemory itemMemory() {
    return itemMemory;
  }

  public FeatureDictionary features() {
    return features;
  }

  public VectorIndex index() {
    if (index == null) {
      throw new IllegalStateException("this state cannot be searched");
    }
    return index;
  }

  public Map<String, StoredItem> items() {
    return items;
  }

  /**
   * The vector of an item that feedback of the log names.
   *
   * @throws InvalidInputException if there is no such item
   */
  SparseVector vectorOf(String id) {
    StoredItem item = items.get(id);
    if (item == null) {
      throw new InvalidInputException(
          "expected feedback about known items after record "
              + sequence
              + ", found one about the item '"
              + id
              + "': the log is damaged, use a backup");
    }
    return item.vector();
  }

  /** The items that feedback has named, as query or as answer. */
  public Set<String> taughtItems() {
    return taughtItems;
  }

  public KnownKeys keys() {
    return keys;
  }

  /** The numbers of the records that can be undone, the latest last. */
  public Deque<Long> undoable() {
    return undoable;
  }

  /** The tests of feedback before it was learnt. */
  public FeedbackTrial trial() {
    return trial;
  }

  /** The versions that a rollback can return to, the latest last. */
  public Deque<ModelVersion> versions() {
    return versions;
  }

  /** The amount of work applied since the snapshot that this state was loaded from. */
  public ReplayCost replayCost() {
    return replayCost;
  }

  /** The approximate memory of the items. */
  public long itemBytes() {
    return itemBytes;
  }

  /** The first record of a long request whose last part is missing; 0 if there is none. */
  public long unfinishedRequest() {
    return unfinished == null ? 0 : unfinished.request();
  }

  /** Why not all records of the log were applied; null if they were. */
  public @Nullable String outgrown() {
    return outgrown;
  }

  void stopAt(String reason) {
    outgrown = reason;
  }

  /** The number of the last record that was applied. */
  public long sequence() {
    return sequence;
  }

  /**
   * Returns a snapshot of the collection.
   *
   * @param betweenRows called by the reader of the model after some of its rows
   */
  public FrozenState freeze(Runnable betweenRows) {
    return new FrozenState(
        settings(),
        sequence,
        features.names(),
        List.copyOf(items.values()),
        List.copyOf(taughtItems),
        List.copyOf(keys.all().values()),
        List.copyOf(undoable),
        List.copyOf(versions),
        trial.saved(),
        learner.freeze(betweenRows));
  }

  /** Drops undos and versions that need the present log, which is about to be deleted. */
  public void forgetHistory() {
    undoable.clear();
    versions.clear();
    taughtItems.retainAll(items.keySet());
  }

  /**
   * Starts with the model of the collection, if it has one, before anything is learnt: the features
   * of the model get the first numbers.
   */
  void startFromModel() {
    Model given = start.given();
    if (given != null) {
      features.addAll(StartCopy.features(given));
      learning.startFrom(given);
      growLearner();
    }
  }

  /** Applies a record whose new features are not known yet. */
  Outcome replay(long number, LogRecord change) {
    if (change instanceof LogRecord.ItemsPut put) {
      features.addAll(put.newFeatures());
    } else if (change instanceof LogRecord.Taught taught) {
      features.addAll(taught.newFeatures());
    }
    return apply(number, change);
  }

  /**
   * Skips a record that was undone: nothing is learnt from it, but its features keep their numbers.
   */
  void pass(long number, LogRecord.Taught undone) {
    features.addAll(undone.newFeatures());
    sequence = number;
    growLearner();
    if (undone.last()) {
      // a retry must not learn undone feedback again
      keys.add(undone.key(), outcome(undone.comparisons().size(), 0));
    }
  }

  /** Applies a record whose new features are known already. */
  public Outcome apply(long number, LogRecord change) {
    sequence = number;
    if (change instanceof LogRecord.ItemsPut put) {
      putAll(put.items());
      return outcome(put.items().size(), 0);
    }
    if (change instanceof LogRecord.ItemRemoved removed) {
      StoredItem gone = items.remove(removed.id());
      itemBytes -= gone == null ? 0 : itemMemory.of(gone);
      trial.itemChanged(removed.id());
      if (index != null) {
        index.remove(removed.id());
      }
      return outcome(1, 0);
    }
    if (change instanceof LogRecord.Taught taught) {
      return teach(taught);
    }
    if (change instanceof LogRecord.Undone undone) {
      undoable.remove(undone.sequence());
      Outcome outcome = outcome(1, 0);
      keys.add(undone.key(), outcome);
      return outcome;
    }
    if (change instanceof LogRecord.RolledBack back) {
      undoable.removeIf(request -> request > back.to() && request <= back.until());
      versions.removeIf(
          version -> version.number() > back.to() && version.number() <= back.until());
      Outcome outcome = outcome(1, 0);
      keys.add(back.key(), outcome);
      return outcome;
    }
    if (change instanceof LogRecord.VersionMarked version) {
      versions.addLast(
          new ModelVersion(number, version.time(), learner.progress().rounds(), version.name()));
      if (versions.size() > MOST_VERSIONS) {
        versions.removeFirst();
      }
    }
    return outcome(0, 0);
  }

  /** Restores the items of a snapshot. */
  void restoreItems(List<StoredItem> restored) {
    storeAll(restored);
    growLearner();
  }

  private void putAll(List<StoredItem> added) {
    storeAll(added);
    replayCost.addItems(added.size());
    growLearner();
  }

  private void storeAll(List<StoredItem> added) {
    List<IndexedItem> searchable = new ArrayList<>(added.size());
    for (StoredItem item : added) {
      StoredItem replaced = items.put(item.id(), item);
      itemBytes += itemMemory.of(item) - (replaced == null ? 0 : itemMemory.of(replaced));
      if (replaced != null) {
        trial.itemChanged(item.id());
      }
      searchable.add(new IndexedItem(item.id(), item.vector(), item.label()));
    }
    if (index != null) {
      index.putAll(searchable);
    }
  }

  private Outcome teach(LogRecord.Taught taught) {
    double loss = 0;
    List<Comparison> comparisons = taught.comparisons();
    for (int from = 0; from < comparisons.size(); ) {
      int to = from + 1;
      while (to < comparisons.size() && comparisons.get(to).asksSame(comparisons.get(from))) {
        to++;
      }
      loss += teach(comparisons.subList(from, to));
      from = to;
    }
    growLearner();
    int count = comparisons.size();
    if (taught.first() != 0 && unfinished != null) {
      count += unfinished.count();
      loss += unfinished.loss();
    }
    long request = taught.request(sequence);
    Outcome outcome = outcome(count, count == 0 ? 0 : loss / count);
    if (!taught.last()) {
      unfinished = new Unfinished(request, count, loss);
      return outcome;
    }
    if (taught.first() != 0) {
      unfinished = null;
    }
    undoable.addLast(request);
    if (undoable.size() > MOST_UNDOABLE) {
      undoable.removeFirst();
    }
    Outcome whole = outcome.withSequence(request);
    keys.add(taught.key(), whole);
    return whole;
  }

  /** Tests, then learns comparisons of one query; returns the sum of their losses. */
  private double teach(List<Comparison> comparisons) {
    List<Triplet> triplets = comparisons.stream().map(this::triplet).toList();
    replayCost.addTest(trial.before(comparisons, triplets));
    double loss = 0;
    for (Triplet triplet : triplets) {
      loss += learner.learn(triplet);
      replayCost.addComparison(
          learning.work(triplet.query().size(), triplet.positive(), triplet.negative()));
    }
    for (Comparison comparison : comparisons) {
      if (!comparison.queryItem().isEmpty()) {
        taughtItems.add(comparison.queryItem());
      }
      taughtItems.add(comparison.better());
      taughtItems.add(comparison.worse());
    }
    return loss;
  }

  private Triplet triplet(Comparison comparison) {
    return new Triplet(
        comparison.queryItem().isEmpty() ? comparison.query() : vectorOf(comparison.queryItem()),
        vectorOf(comparison.better()),
        vectorOf(comparison.worse()));
  }

  /** Extends the identity to features that no round has touched yet. */
  private void growLearner() {
    growLearnerTo(features.size());
  }

  void growLearnerTo(int count) {
    learner.reserve(FeatureSpaces.shared(count));
  }

  private Outcome outcome(int count, double loss) {
    return new Outcome(sequence, learner.progress().rounds(), count, loss, false);
  }
}
