package io.github.sors.server.collection;

import io.github.sors.SparseVector;
import io.github.sors.server.collection.RefusedException.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes that go to the disk together. Each is checked against the state and against the changes
 * before it in the group, none of which is applied yet.
 */
final class ChangeGroup {

  private final CollectionState state;
  private final CollectionLimits limits;
  private final int knownFeatures;
  private final List<PendingChange> accepted = new ArrayList<>();
  // changes that repeat an earlier one of this group
  private final List<PendingChange> repeated = new ArrayList<>();
  private final Map<String, RequestKey> keys = new HashMap<>();
  // items of this group by id, null where they are removed
  private final Map<String, StoredItem> changedItems = new HashMap<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private int itemCount;

  ChangeGroup(CollectionState state, CollectionLimits limits) {
    this.state = state;
    this.limits = limits;
    this.knownFeatures = state.features().size();
    this.itemCount = state.items().size();
  }

  List<PendingChange> accepted() {
    return accepted;
  }

  /** Takes a change into the group, or answers it with the reason why not. */
  void offer(PendingChange pending) {
    int features = state.features().size();
    try {
      KnownKeys.Done done = state.keys().find(pending.key().key());
      if (done != null) {
        requireSame(done.key(), pending.key());
        pending.answer().complete(done.outcome().again());
        return;
      }
      RequestKey before = keys.get(pending.key().key());
      if (before != null) {
        requireSame(before, pending.key());
        repeated.add(pending);
        return;
      }
      pending.become(change(pending, features));
      accepted.add(pending);
      if (!pending.key().isNone()) {
        keys.put(pending.key().key(), pending.key());
      }
    } catch (RefusedException e) {
      state.features().forgetFrom(features);
      pending.answer().completeExceptionally(e);
    }
  }

  private static void requireSame(RequestKey before, RequestKey now) {
    if (before.fingerprint() != now.fingerprint()) {
      throw new RefusedException(
          Reason.KEY_REUSED,
          "the idempotency key '" + now.key() + "' was used for another request: take a new one");
    }
  }

  private LogRecord change(PendingChange pending, int features) {
    if (pending.request() instanceof PendingChange.PutItems put) {
      return put(put.items(), features);
    }
    if (pending.request() instanceof PendingChange.RemoveItem remove) {
      requireItem(remove.id());
      changedItems.put(remove.id(), null);
      itemCount--;
      return new LogRecord.ItemRemoved(remove.id());
    }
    if (pending.request() instanceof PendingChange.Teach teach) {
      return teach(teach.comparisons(), pending.key(), features);
    }
    if (state.undoable().isEmpty()) {
      throw new RefusedException(Reason.CONFLICT, "there is no feedback that can be undone");
    }
    return new LogRecord.Undone(state.undoable().getLast(), pending.key());
  }

  private LogRecord put(List<ItemDraft> drafts, int features) {
    // of several items of one id the last counts
    Map<String, StoredItem> items = new LinkedHashMap<>();
    int added = 0;
    for (ItemDraft draft : drafts) {
      SparseVector vector = state.features().number(draft.features());
      requireRoomForFeatures();
      StoredItem item = new StoredItem(draft.id(), draft.title(), draft.label(), vector);
      added += items.put(draft.id(), item) == null && find(draft.id()) == null ? 1 : 0;
    }
    if (itemCount + added > limits.items()) {
      throw new RefusedException(
          Reason.FULL, "the collection is full: it holds at most " + limits.items() + " items");
    }
    itemCount += added;
    changedItems.putAll(items);
    return new LogRecord.ItemsPut(
        state.features().namesFrom(features), List.copyOf(items.values()));
  }

  private LogRecord teach(List<ComparisonDraft> drafts, RequestKey key, int features) {
    if (state.learner().matrixBytes() > limits.matrixBytes()) {
      throw new RefusedException(
          Reason.FULL,
          "the model takes more than "
              + (limits.matrixBytes() >> 20)
              + " MiB and learns no more: give the service more memory, or take fewer features");
    }
    List<Comparison> comparisons = new ArrayList<>(drafts.size());
    for (ComparisonDraft draft : drafts) {
      requireItem(draft.better());
      requireItem(draft.worse());
      SparseVector query = SparseVector.EMPTY;
      if (draft.queryItem() == null) {
        query = state.features().number(draft.query());
        requireRoomForFeatures();
      } else {
        requireItem(draft.queryItem());
      }
      comparisons.add(
          new Comparison(
              draft.queryItem() == null ? "" : draft.queryItem(),
              query,
              draft.better(),
              draft.worse()));
    }
    return new LogRecord.Taught(state.features().namesFrom(features), comparisons, key);
  }

  private void requireRoomForFeatures() {
    if (state.features().size() > limits.features()) {
      throw new RefusedException(
          Reason.FULL,
          "the collection is full: it knows at most " + limits.features() + " features");
    }
  }

  private void requireItem(String id) {
    if (find(id) == null) {
      throw new RefusedException(Reason.UNKNOWN_ITEM, "there is no item '" + id + "'");
    }
  }

  private StoredItem find(String id) {
    return changedItems.containsKey(id) ? changedItems.get(id) : state.items().get(id);
  }

  List<byte[]> payloads() {
    return accepted.stream().map(pending -> RecordCodec.encode(pending.change())).toList();
  }

  /** Forgets all of the group, which the disk did not take. */
  void abandon(RefusedException reason) {
    state.features().forgetFrom(knownFeatures);
    accepted.forEach(pending -> pending.answer().completeExceptionally(reason));
    repeated.forEach(pending -> pending.answer().completeExceptionally(reason));
  }

  /** Applies the group, whose first record has this number in the log, to a state. */
  void apply(CollectionState target, long first, RunningLoss loss) {
    for (int k = 0; k < accepted.size(); k++) {
      LogRecord change = accepted.get(k).change();
      Outcome outcome = target.apply(first + k, change);
      outcomes.add(outcome);
      if (change instanceof LogRecord.Taught) {
        loss.add(outcome.loss(), outcome.count());
      }
    }
  }

  /** Answers whoever waits, once the group was applied. */
  void answer(CollectionState target) {
    for (int k = 0; k < outcomes.size(); k++) {
      accepted.get(k).answer().complete(outcomes.get(k));
    }
    for (PendingChange pending : repeated) {
      pending.answer().complete(target.keys().find(pending.key().key()).outcome().again());
    }
  }
}
