package io.github.sors.server.collection.live;

import io.github.sors.server.collection.ComparisonDraft;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A large feedback request, which is learnt in parts, so that other changes can come between them.
 */
final class LongRequest {

  private final PendingChange request;
  private final List<ComparisonDraft> rest;
  private final long workEach;
  private final Set<String> items = new HashSet<>();
  // the number of the record with the first part; 0 before it is written
  private long first;

  LongRequest(PendingChange request, List<ComparisonDraft> comparisons) {
    this.request = request;
    this.rest = new ArrayList<>(comparisons);
    this.workEach = Math.max(1, request.work() / comparisons.size());
    for (ComparisonDraft comparison : comparisons) {
      items.add(comparison.better());
      items.add(comparison.worse());
      if (comparison.queryItem() != null) {
        items.add(comparison.queryItem());
      }
    }
  }

  PendingChange request() {
    return request;
  }

  /**
   * Whether a change has to wait because it changes items that the request still has to learn from.
   */
  boolean delays(PendingChange change) {
    if (change.request() instanceof PendingChange.PutItems put) {
      return put.items().stream().anyMatch(item -> items.contains(item.id()));
    }
    return change.request() instanceof PendingChange.RemoveItem remove
        && items.contains(remove.id());
  }

  /** The next part, of about the given work, as a separate change. */
  PendingChange nextPart(long work) {
    int size = (int) Math.max(1, Math.min(rest.size(), work / workEach));
    List<ComparisonDraft> head = rest.subList(0, size);
    List<ComparisonDraft> part = List.copyOf(head);
    head.clear();
    return new PendingChange(
        new PendingChange.TeachPart(part, first, rest.isEmpty()),
        request.key(),
        0,
        size * workEach);
  }

  boolean isFinished() {
    return rest.isEmpty();
  }

  /** Records the number under which a part was logged. */
  void written(long sequence) {
    if (first == 0) {
      first = sequence;
    }
  }
}
