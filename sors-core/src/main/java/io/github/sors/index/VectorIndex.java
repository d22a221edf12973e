package io.github.sors.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Items by their vectors, to be searched by weighted queries while they change.
 *
 * <p>Vectors may be sparse or dense; each part of the index is laid out as suits its vectors. Any
 * number of threads may read while one writes: a reader takes the {@link #view} of the moment,
 * which nothing changes any more, so it never waits and never sees half an update. Writers wait for
 * each other.
 *
 * <p>An update makes one new segment of what it brings, marks what it replaces or removes in the
 * others, and merges small segments of about the same size by eights, so that there are few of
 * them; a segment half of whose items are gone is written anew. A single put costs O(segments · log
 * items) for finding what it replaces, and each item is merged O(log items) times in all, at most
 * {@value Segment#MAXIMUM_ITEMS} items at a time. Many items at once are cheaper than one by one.
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

  /** The index as it is now. */
  public IndexView view() {
    return view;
  }

  /** Searches the index as it is now. */
  public List<IndexHit> search(WeightedQuery query, int top) {
    return view.search(query, top);
  }

  /** Searches those items of the index as it is now that the filter accepts. */
  public List<IndexHit> search(WeightedQuery query, int top, ItemFilter filter) {
    return view.search(query, top, filter);
  }

  /** Adds an item, in place of the one of its id if there is one. */
  public void put(Item item) {
    update(List.of(item), List.of());
  }

  /** Adds items, all visible at the same moment. */
  public void putAll(Collection<Item> items) {
    update(items, List.of());
  }

  /** Removes an item; returns whether it was there. */
  public boolean remove(String id) {
    return update(List.of(), List.of(id)) == 1;
  }

  /**
   * Removes items and then adds some, all at the same moment for every reader.
   *
   * @param added of several items of one id the last counts
   * @return how many items that were there before are gone or replaced
   */
  public synchronized int update(Collection<Item> added, Collection<String> removed) {
    Map<String, Item> latest = new LinkedHashMap<>();
    for (Item item : added) {
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
