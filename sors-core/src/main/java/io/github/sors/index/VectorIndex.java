package io.github.sors.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An index of vectors that answers weighted queries while it changes.
 *
 * <p>Vectors may be sparse or dense; each segment of the index has the layout that suits its
 * vectors.
 *
 * <p>An update writes its items to a new segment, marks the items that it replaces or removes in
 * the others, and merges small segments of similar size, eight at a time, to keep their number
 * small. A segment that has lost half of its items is rewritten. A single put takes O(segments ·
 * log items) to find the item that it replaces, and each item is merged O(log items) times in
 * total, at most {@value Segment#MAXIMUM_ITEMS} items at a time. Adding many items at once is
 * cheaper than one by one.
 *
 * <p>Threads: any thread may search and update; updates wait for each other, searches for nothing.
 * Failures: an id that is not Unicode text throws {@link io.github.sors.InvalidInputException}, a
 * number of hits below 1 {@link IllegalArgumentException}; an update that throws has changed
 * nothing.
 */
public final class VectorIndex {

  private volatile IndexView view;

  /** Creates an empty index. */
  public VectorIndex() {
    this(new IndexView(List.of()));
  }

  VectorIndex(IndexView view) {
    this.view = view;
  }

  /** Returns a snapshot of the index. */
  public IndexView view() {
    return view;
  }

  /** Searches the present items. */
  public List<IndexHit> search(WeightedQuery query, int top) {
    return view.search(query, top);
  }

  /** Searches the items that the filter accepts. */
  public List<IndexHit> search(WeightedQuery query, int top, ItemFilter filter) {
    return view.search(query, top, filter);
  }

  /** Adds an item; replaces the item with the same id, if any. */
  public void put(IndexedItem item) {
    update(List.of(item), List.of());
  }

  /** Adds items atomically: readers see all of them or none. */
  public void putAll(Collection<IndexedItem> items) {
    update(items, List.of());
  }

  /** Removes an item; returns whether it existed. */
  public boolean remove(String id) {
    return update(List.of(), List.of(id)) == 1;
  }

  /**
   * Removes items and then adds items, atomically for every reader.
   *
   * @param added the new items; if several have the same id, the last one wins
   * @return how many previous items were removed or replaced
   */
  public synchronized int update(Collection<IndexedItem> added, Collection<String> removed) {
    Map<String, IndexedItem> latest = new LinkedHashMap<>();
    for (IndexedItem item : added) {
      latest.put(item.id(), item);
    }
    Set<String> gone = new LinkedHashSet<>(removed);
    gone.addAll(latest.keySet());
    List<byte[]> goneIds = new ArrayList<>(gone.size());
    gone.forEach(id -> goneIds.add(IdTable.encoded(id)));
    List<LiveSegment> segments = new ArrayList<>();
    for (LiveSegment segment : view.segments()) {
      segments.add(segment.without(goneIds));
    }
    int left = segments.stream().mapToInt(LiveSegment::size).sum();
    int lost = view.size() - left;
    SegmentBuilder.build(latest.values()).forEach(built -> segments.add(LiveSegment.of(built)));
    view = new IndexView(MergePolicy.merged(segments));
    return lost;
  }
}
