package io.github.sors.server.collection;

import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.Triplet;
import io.github.sors.index.Item;
import io.github.sors.index.VectorIndex;
import io.github.sors.learn.FeatureSpaces;
import io.github.sors.learn.OnlineBilinearLearner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A collection in memory: what the records of its log amount to.
 *
 * <p>It depends on the records and their order alone, so whoever applies the same ones has the same
 * state, bit for bit. One thread applies; items, features and index may be read by others.
 */
final class CollectionState {

  /** How many pieces of feedback can be undone, one after the other. */
  static final int MOST_UNDOABLE = 1000;

  private final CollectionSettings settings;
  private final OnlineBilinearLearner learner;
  private final FeatureDictionary features = new FeatureDictionary();
  private final VectorIndex index = new VectorIndex();
  private final Map<String, StoredItem> items = new ConcurrentHashMap<>();
  private final Set<String> taughtItems = ConcurrentHashMap.newKeySet();
  private final KnownKeys keys = new KnownKeys();
  private final Deque<Long> undoable = new ArrayDeque<>();
  private long sequence;

  CollectionState(CollectionSettings settings, OnlineBilinearLearner learner, long sequence) {
    this.settings = settings;
    this.learner = learner;
    this.sequence = sequence;
  }

  CollectionSettings settings() {
    return settings;
  }

  OnlineBilinearLearner learner() {
    return learner;
  }

  FeatureDictionary features() {
    return features;
  }

  VectorIndex index() {
    return index;
  }

  Map<String, StoredItem> items() {
    return items;
  }

  /** The items that feedback has named, as query or as answer. */
  Set<String> taughtItems() {
    return taughtItems;
  }

  KnownKeys keys() {
    return keys;
  }

  /** The numbers of the records that can be undone, the latest last. */
  Deque<Long> undoable() {
    return undoable;
  }

  /** The number of the last record that was applied. */
  long sequence() {
    return sequence;
  }

  /**
   * The collection as it is now, whatever comes after.
   *
   * @param betweenRows what the reader of the matrix does after each of its rows
   */
  FrozenState freeze(Runnable betweenRows) {
    return new FrozenState(
        settings,
        sequence,
        features.names(),
        List.copyOf(items.values()),
        List.copyOf(taughtItems),
        List.copyOf(keys.all().values()),
        List.copyOf(undoable),
        learner.freeze(betweenRows));
  }

  /**
   * Starts with a matrix, before anything is learnt.
   *
   * @param names the features that get the first numbers
   * @param rows the rows in which it differs from what the learner starts with
   */
  void start(List<String> names, Iterator<MatrixRow> rows) {
    features.addAll(names);
    learner.restore(rows, learner.untouchedDiagonal(), LearningProgress.NONE);
    growLearner();
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

  /** Passes over a record that was undone: it has taught nothing, but its features keep numbers. */
  void pass(long number, LogRecord.Taught undone) {
    features.addAll(undone.newFeatures());
    sequence = number;
    growLearner();
    // a retry must not teach what was undone
    keys.add(undone.key(), outcome(undone.comparisons().size(), 0));
  }

  /** Applies a record whose new features are known already. */
  Outcome apply(long number, LogRecord change) {
    sequence = number;
    if (change instanceof LogRecord.ItemsPut put) {
      putAll(put.items());
      return outcome(put.items().size(), 0);
    }
    if (change instanceof LogRecord.ItemRemoved removed) {
      items.remove(removed.id());
      index.remove(removed.id());
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
    return outcome(0, 0);
  }

  void putAll(List<StoredItem> added) {
    List<Item> searchable = new ArrayList<>(added.size());
    for (StoredItem item : added) {
      items.put(item.id(), item);
      searchable.add(new Item(item.id(), item.vector(), item.label()));
    }
    index.putAll(searchable);
    growLearner();
  }

  private Outcome teach(LogRecord.Taught taught) {
    double loss = 0;
    for (Comparison comparison : taught.comparisons()) {
      boolean byItem = !comparison.queryItem().isEmpty();
      loss +=
          learner.learn(
              new Triplet(
                  byItem ? items.get(comparison.queryItem()).vector() : comparison.query(),
                  items.get(comparison.better()).vector(),
                  items.get(comparison.worse()).vector()));
      if (byItem) {
        taughtItems.add(comparison.queryItem());
      }
      taughtItems.add(comparison.better());
      taughtItems.add(comparison.worse());
    }
    undoable.addLast(sequence);
    if (undoable.size() > MOST_UNDOABLE) {
      undoable.removeFirst();
    }
    growLearner();
    Outcome outcome = outcome(taught.comparisons().size(), loss / taught.comparisons().size());
    keys.add(taught.key(), outcome);
    return outcome;
  }

  /** Has M start as the identity on features too that no round has touched yet. */
  private void growLearner() {
    learner.reserve(FeatureSpaces.shared(features.size()));
  }

  private Outcome outcome(int count, double loss) {
    return new Outcome(sequence, learner.progress().rounds(), count, loss, false);
  }
}
