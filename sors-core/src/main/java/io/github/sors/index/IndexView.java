package io.github.sors.index;

import io.github.sors.search.TopScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of an index, so that several searches see the same items while the index
 * changes.
 *
 * <p>Threads: immutable; any thread may search. Failures: a number of hits below 1 throws {@link
 * IllegalArgumentException}; an id that is not Unicode text throws {@link
 * io.github.sors.InvalidInputException}.
 */
public final class IndexView {

  private final List<LiveSegment> segments;
  private final int size;
  private final int largestSegment;

  IndexView(List<LiveSegment> segments) {
    this.segments = List.copyOf(segments);
    int items = 0;
    int largest = 0;
    for (LiveSegment segment : segments) {
      items = Math.addExact(items, segment.size());
      largest = Math.max(largest, segment.segment().size());
    }
    size = items;
    largestSegment = largest;
  }

  List<LiveSegment> segments() {
    return segments;
  }

  /** The number of items. */
  public int size() {
    return size;
  }

  /** The number of segments that a search goes through. */
  public int segmentCount() {
    return segments.size();
  }

  /** The item of an id. */
  public Optional<IndexedItem> get(String id) {
    byte[] encoded = IdTable.encoded(id);
    for (LiveSegment segment : segments) {
      int item = segment.find(encoded);
      if (item >= 0) {
        return Optional.of(segment.segment().item(item));
      }
    }
    return Optional.empty();
  }

  /** All items, in the order of their segments; copies every vector. */
  public List<IndexedItem> items() {
    List<IndexedItem> items = new ArrayList<>(size);
    segments.forEach(segment -> segment.collect(items));
    return items;
  }

  /** The items of the highest scores, see {@link #search(WeightedQuery, int, ItemFilter)}. */
  public List<IndexHit> search(WeightedQuery query, int top) {
    return search(query, top, ItemFilter.ALL);
  }

  /**
   * Returns the items of the highest scores, best first; equal scores by id, in the order of its
   * code points.
   *
   * <p>Every item that the filter accepts gets a score: 0 if it shares no feature with the query;
   * negative scores are possible. Scores are bit-identical to {@link WeightedQuery#score} for
   * sparse items, and equal to single precision for dense ones. The time is proportional to the
   * postings of the query's features plus the number of items, and memory to the number of items
   * and of hits.
   *
   * @param top how many to return, at least 1; fewer if the index has fewer
   */
  public List<IndexHit> search(WeightedQuery query, int top, ItemFilter filter) {
    return searchEach(query, top, List.of(filter)).get(0);
  }

  /**
   * Returns the best items of each filter, see {@link #search(WeightedQuery, int, ItemFilter)}, for
   * the cost of scoring all items once.
   *
   * @param top how many to return for each filter
   */
  public List<List<IndexHit>> searchEach(WeightedQuery query, int top, List<ItemFilter> filters) {
    return rank(
        (segment, scores) -> {
          Arrays.fill(scores, 0, segment.size(), 0);
          segment.score(new BoundQuery(query, segment.features()), scores);
        },
        top,
        filters);
  }

  /** Gives every item of a segment its score. */
  @FunctionalInterface
  interface SegmentScorer {
    void score(Segment segment, double[] scores);
  }

  /** The best items of each filter by any score. */
  List<List<IndexHit>> rank(SegmentScorer scorer, int top, List<ItemFilter> filters) {
    if (top < 1) {
      throw new IllegalArgumentException("expected at least 1 hit to return, found " + top);
    }
    List<List<Place>> best = new ArrayList<>();
    filters.forEach(filter -> best.add(new ArrayList<>()));
    double[] scores = new double[largestSegment];
    for (int s = 0; s < segments.size() && size > 0; s++) {
      Segment segment = segments.get(s).segment();
      scorer.score(segment, scores);
      for (int f = 0; f < filters.size(); f++) {
        long[] accepted = ItemFilter.both(segments.get(s).live(), filters.get(f).accepted(segment));
        addBest(segment, scores, accepted, top, best.get(f));
      }
    }
    return best.stream().map(places -> hits(places, top)).toList();
  }

  /** An item with its score. */
  private record Place(Segment segment, int item, double score) {

    /** Better scores first, then smaller ids; -0.0 equals 0.0. */
    static int compare(Place left, Place right) {
      if (left.score != right.score) {
        return left.score > right.score ? -1 : 1;
      }
      return left.segment.ids().compare(left.item, right.segment.ids(), right.item);
    }

    IndexHit hit() {
      return new IndexHit(segment.ids().id(item), segment.label(item), score);
    }
  }

  /**
   * Adds the best items of a segment, in which ids ascend.
   *
   * @param accepted one bit per item, or null to accept all
   */
  private static void addBest(
      Segment segment, double[] scores, long @Nullable [] accepted, int top, List<Place> best) {
    TopScores ofSegment = new TopScores(Math.min(top, segment.size()));
    for (int item = 0; item < segment.size(); item++) {
      if (accepted == null || ItemFilter.contains(accepted, item)) {
        ofSegment.offer(item, scores[item]);
      }
    }
    for (; ofSegment.size() > 0; ofSegment.removeWorst()) {
      best.add(new Place(segment, ofSegment.worstNumber(), ofSegment.worstScore()));
    }
  }

  private static List<IndexHit> hits(List<Place> places, int top) {
    return places.stream().sorted(Place::compare).limit(top).map(Place::hit).toList();
  }

  /** The approximate number of values in the vectors of all items. */
  public long values() {
    return segments.stream().mapToLong(segment -> segment.segment().values()).sum();
  }

  /** The number of values that a search with this query multiplies and adds. */
  public long cost(WeightedQuery query) {
    long values = 0;
    for (LiveSegment segment : segments) {
      Segment items = segment.segment();
      values += items.cost(new BoundQuery(query, items.features()));
    }
    return values;
  }
}
