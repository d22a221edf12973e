package io.github.sors.index;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The best items of several segments: a bounded binary heap with the worst item on top. Of items
 * with equal scores, the smaller id is better; -0.0 equals 0.0.
 */
final class BestItems {

  private final List<LiveSegment> segments;
  private final double[] scores;
  private final int[] segmentNumbers;
  private final int[] items;
  private int size;

  BestItems(List<LiveSegment> segments, int capacity) {
    this.segments = segments;
    scores = new double[capacity];
    segmentNumbers = new int[capacity];
    items = new int[capacity];
  }

  /**
   * Offers all items of a segment.
   *
   * @param accepted one bit per item, or null to accept all
   */
  void offerAll(int segment, double[] itemScores, long @Nullable [] accepted) {
    int count = segments.get(segment).segment().size();
    // ids ascend: if one item loses a tie, all later items with the same score lose it, too
    double lostTie = Double.NaN;
    for (int item = 0; item < count; item++) {
      double score = itemScores[item];
      boolean full = size == scores.length;
      if ((full && (score < scores[0] || score == lostTie))
          || (accepted != null && !ItemFilter.contains(accepted, item))) {
        continue;
      }
      if (!full) {
        siftUp(segment, item, score);
      } else if (isWorse(segmentNumbers[0], items[0], scores[0], segment, item, score)) {
        siftDown(segment, item, score);
      } else {
        lostTie = score;
      }
    }
  }

  /** The items, best first; empties the heap. */
  List<IndexHit> drain() {
    IndexHit[] hits = new IndexHit[size];
    while (size > 0) {
      Segment segment = segments.get(segmentNumbers[0]).segment();
      hits[--size] = new IndexHit(segment.ids().id(items[0]), segment.label(items[0]), scores[0]);
      siftDown(segmentNumbers[size], items[size], scores[size]);
    }
    return List.copyOf(Arrays.asList(hits));
  }

  private boolean isWorse(
      int segment, int item, double score, int otherSegment, int other, double otherScore) {
    if (score != otherScore) {
      return score < otherScore;
    }
    if (segment == otherSegment) {
      return item > other;
    }
    IdTable otherIds = segments.get(otherSegment).segment().ids();
    return segments.get(segment).segment().ids().compare(item, otherIds, other) > 0;
  }

  private void siftUp(int segment, int item, double score) {
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!isWorse(segment, item, score, segmentNumbers[parent], items[parent], scores[parent])) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    set(hole, segment, item, score);
  }

  /** Replaces the root by an item. */
  private void siftDown(int segment, int item, double score) {
    int hole = 0;
    while (hole < size >>> 1) {
      int child = 2 * hole + 1;
      if (child + 1 < size && isWorse(child + 1, child)) {
        child++;
      }
      if (!isWorse(segmentNumbers[child], items[child], scores[child], segment, item, score)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    set(hole, segment, item, score);
  }

  private boolean isWorse(int a, int b) {
    return isWorse(segmentNumbers[a], items[a], scores[a], segmentNumbers[b], items[b], scores[b]);
  }

  private void move(int from, int to) {
    set(to, segmentNumbers[from], items[from], scores[from]);
  }

  private void set(int place, int segment, int item, double score) {
    // a heap of capacity 0 has no place
    if (place < scores.length) {
      segmentNumbers[place] = segment;
      items[place] = item;
      scores[place] = score;
    }
  }
}
