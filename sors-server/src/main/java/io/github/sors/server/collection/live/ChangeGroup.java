package io.github.sors.server.collection.live;

import io.github.sors.SparseVector;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RefusedException;
import io.github.sors.server.collection.RefusedException.Reason;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.log.Comparison;
import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.log.RecordCodec;
import io.github.sors.server.collection.model.LearningBound;
import io.github.sors.server.collection.model.RunningLoss;
import io.github.sors.server.collection.state.CollectionState;
import io.github.sors.server.collection.state.KnownKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes that are written to disk together. Each is validated against the state and against the
 * earlier changes of the group, none of which is applied yet.
 */
final class ChangeGroup {

  private final CollectionState state;
  private final CollectionLimits limits;
  private final int knownFeatures;
  private final List<PendingChange> accepted = new ArrayList<>();
  // changes that repeat an earlier one of this group
  private final List<PendingChange> repeated = new ArrayList<>();
  private final Map<String, RequestKey> keys = new HashMap<>();
  // items of this group by id; null if removed
  private final Map<String, StoredItem> changedItems = new HashMap<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private int itemCount;
  private long itemBytes;
  // an upper bound of the model's bytes after the group was learnt
  private long modelBytes;

  ChangeGroup(CollectionState state, CollectionLimits limits) {
    this.state = state;
    this.limits = limits;
    this.knownFeatures = state.features().size();
    this.itemCount = state.items().size();
    this.itemBytes = state.itemBytes();
    this.modelBytes = state.learning().mostBytes();
  }

  List<PendingChange> accepted() {
    return accepted;
  }

  /**
   * Adds a change to the group, or answers it with the reason for rejecting it.
   *
   * @return false if the change does not fit into this group, but may fit into the next
   */
  boolean offer(PendingChange pending) {
    int features = state.features().size();
    try {
      KnownKeys.Done done = state.keys().find(pending.key().key());
      if (done != null) {
        requireSame(done.key(), pending.key());
        pending.answer().complete(done.outcome().again());
        return true;
      }
      RequestKey before = keys.get(pending.key().key());
      if (before != null) {
        requireSame(before, pending.key());
        repeated.add(pending);
        return true;
      }
      pending.become(change(pending, features));
      accepted.add(pending);
      if (!pending.key().isNone()) {
        keys.put(pending.key().key(), pending.key());
      }
    } catch (RefusedException e) {
      state.features().forgetFrom(features);
      if (e.reason() == Reason.FULL && !accepted.isEmpty()) {
        return false;
      }
      pending.answer().completeExceptionally(e);
    }
    return true;
  }

  /** Discards the group, which was only a trial. */
  void forget() {
    state.features().forgetFrom(knownFeatures);
  }

  static void requireSame(RequestKey before, RequestKey now) {
    if (before.fingerprint() != now.fingerprint()) {
      throw new RefusedException(
          Reason.KEY_REUSED,
          "the idempotency key '" + now.key() + "' was used for another request: use a new one");
    }
  }

  private LogRecord change(PendingChange pending, int features) {
    if (pending.request() instanceof PendingChange.PutItems put) {
      return put(put.items(), features);
    }
    if (pending.request() instanceof PendingChange.RemoveItem remove) {
      itemBytes -= state.itemMemory().of(require(remove.id()));
      changedItems.put(remove.id(), null);
      itemCount--;
      return new LogRecord.ItemRemoved(remove.id());
    }
    if (pending.request() instanceof PendingChange.Teach teach) {
      List<Comparison> comparisons = comparisons(teach.comparisons());
      return new LogRecord.Taught(
          state.features().namesFrom(features), comparisons, pending.key(), 0, true);
    }
    if (pending.request() instanceof PendingChange.TeachPart part) {
      List<Comparison> comparisons = comparisons(part.comparisons());
      return new LogRecord.Taught(
          state.features().namesFrom(features),
          comparisons,
          pending.key(),
          part.first(),
          part.last());
    }
    if (pending.request() instanceof PendingChange.MarkVersion version) {
      return new LogRecord.VersionMarked(System.currentTimeMillis(), version.name());
    }
    throw new IllegalArgumentException("not a change of a group: " + pending.request());
  }

  private LogRecord put(List<ItemDraft> drafts, int features) {
    // if several items have the same id, the last one wins
    Map<String, StoredItem> items = new LinkedHashMap<>();
    int added = 0;
    long addedBytes = 0;
    for (ItemDraft draft : drafts) {
      SparseVector vector = state.features().number(draft.features());
      requireRoomForFeatures();
      StoredItem item = new StoredItem(draft.id(), draft.title(), draft.label(), vector);
      StoredItem repeated = items.put(draft.id(), item);
      StoredItem replaced = repeated == null ? find(draft.id()) : repeated;
      added += replaced == null ? 1 : 0;
      addedBytes +=
          state.itemMemory().of(item) - (replaced == null ? 0 : state.itemMemory().of(replaced));
    }
    if (itemCount + added > limits.items()) {
      throw new RefusedException(
          Reason.FULL, "the collection is full: it holds at most " + limits.items() + " items");
    }
    if (addedBytes > 0 && itemBytes + addedBytes > limits.itemBytes()) {
      throw new RefusedException(
          Reason.FULL,
          "the collection is full: its items may take at most "
              + (limits.itemBytes() >> 20)
              + " MiB of memory: remove some, or give the service more with"
              + " SORS_JAVA_OPTIONS=-Xmx…");
    }
    itemCount += added;
    itemBytes += addedBytes;
    changedItems.putAll(items);
    return new LogRecord.ItemsPut(
        state.features().namesFrom(features), List.copyOf(items.values()));
  }

  private List<Comparison> comparisons(List<ComparisonDraft> drafts) {
    List<Comparison> comparisons = new ArrayList<>(drafts.size());
    List<SparseVector> queries = new ArrayList<>(drafts.size());
    for (ComparisonDraft draft : drafts) {
      require(draft.better());
      require(draft.worse());
      String item = draft.queryItem();
      SparseVector query =
          item == null ? state.features().number(draft.features()) : require(item).vector();
      requireRoomForFeatures();
      queries.add(query);
      comparisons.add(
          new Comparison(
              item == null ? "" : item,
              item == null ? query : SparseVector.EMPTY,
              draft.better(),
              draft.worse()));
    }
    requireMemory(drafts, queries);
    return comparisons;
  }

  /** Rejects comparisons whose rounds might make the model exceed its memory limit. */
  private void requireMemory(List<ComparisonDraft> drafts, List<SparseVector> queries) {
    LearningBound bound = state.learning().bound(state.features().size());
    for (int k = 0; k < drafts.size(); k++) {
      bound.add(
          queries.get(k),
          require(drafts.get(k).better()).vector(),
          require(drafts.get(k).worse()).vector());
    }
    long after = bound.bytesAfter(modelBytes);
    if (after > limits.matrixBytes()) {
      throw new RefusedException(
          Reason.FULL,
          "with this feedback the model might take "
              + (after >> 20)
              + " MiB, more than its limit of "
              + (limits.matrixBytes() >> 20)
              + " MiB: send fewer comparisons per request, use items with fewer features, or give the"
              + " service more memory with SORS_JAVA_OPTIONS=-Xmx…");
    }
    modelBytes = after;
  }

  private void requireRoomForFeatures() {
    if (state.features().size() > limits.features()) {
      throw new RefusedException(
          Reason.FULL,
          "the collection is full: it knows at most " + limits.features() + " features");
    }
  }

  private StoredItem require(String id) {
    StoredItem item = find(id);
    if (item == null) {
      throw new RefusedException(Reason.UNKNOWN_ITEM, "there is no item '" + id + "'");
    }
    return item;
  }

  private @Nullable StoredItem find(String id) {
    return changedItems.containsKey(id) ? changedItems.get(id) : state.items().get(id);
  }

  List<byte[]> payloads() {
    return accepted.stream().map(pending -> RecordCodec.encode(pending.change())).toList();
  }

  /** Discards the group, which could not be written to disk. */
  void abandon(RefusedException reason) {
    forget();
    refuse(reason);
  }

  /** Rejects all changes of the group with a reason. */
  void refuse(RefusedException reason) {
    accepted.forEach(pending -> pending.answer().completeExceptionally(reason));
    repeated.forEach(pending -> pending.answer().completeExceptionally(reason));
  }

  /** Applies the group to a state; {@code first} is the number of its first record in the log. */
  void apply(CollectionState target, long first, RunningLoss loss) {
    for (int k = 0; k < accepted.size(); k++) {
      LogRecord change = accepted.get(k).change();
      Outcome outcome = target.apply(first + k, change);
      outcomes.add(outcome);
      if (change instanceof LogRecord.Taught taught && taught.last()) {
        loss.add(outcome.loss(), taught.comparisons().size());
      }
    }
  }

  /** Answers the waiting requests after the group was applied. */
  void answer(CollectionState target) {
    for (int k = 0; k < outcomes.size(); k++) {
      accepted.get(k).answer().complete(outcomes.get(k));
    }
    for (PendingChange pending : repeated) {
      KnownKeys.Done done = Objects.requireNonNull(target.keys().find(pending.key().key()));
      pending.answer().complete(done.outcome().again());
    }
  }
}
