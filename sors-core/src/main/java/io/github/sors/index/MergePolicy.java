package io.github.sors.index;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the number of segments logarithmic in the number of items that came one by one.
 *
 * <p>Segments are grouped into tiers by their number of live items; each tier holds segments eight
 * times as large as the one below. Eight segments of a tier are merged into one, if they fit. A
 * segment is rewritten when less than half of its items are live, and dropped when none is.
 */
final class MergePolicy {

  private static final int FAN_IN = 8;

  private MergePolicy() {}

  static List<LiveSegment> merged(List<LiveSegment> segments) {
    List<LiveSegment> result = new ArrayList<>();
    for (LiveSegment segment : segments) {
      if (2 * segment.size() >= segment.segment().size()) {
        result.add(segment);
      } else if (segment.size() > 0) {
        result.addAll(rewritten(List.of(segment)));
      }
    }
    List<LiveSegment> together = next(result);
    while (!together.isEmpty()) {
      result.removeAll(together);
      result.addAll(rewritten(together));
      together = next(result);
    }
    return result;
  }

  /** Returns the segments to merge next; empty if there is nothing to do. */
  private static List<LiveSegment> next(List<LiveSegment> segments) {
    for (int least = 1; least <= Segment.MAXIMUM_ITEMS / 2; least *= FAN_IN) {
      List<LiveSegment> tier = new ArrayList<>();
      for (LiveSegment segment : segments) {
        // segments that are more than half full are left alone, so any two of the others fit into
        // one
        if (segment.size() >= least
            && segment.size() < least * FAN_IN
            && segment.size() <= Segment.MAXIMUM_ITEMS / 2
            && segment.segment().values() <= Segment.MAXIMUM_VALUES / 2) {
          tier.add(segment);
        }
      }
      if (tier.size() >= FAN_IN) {
        return fitting(tier);
      }
    }
    return List.of();
  }

  private static List<LiveSegment> fitting(List<LiveSegment> tier) {
    List<LiveSegment> together = new ArrayList<>();
    int items = 0;
    long values = 0;
    for (LiveSegment segment : tier) {
      if (together.size() < FAN_IN
          && items + segment.size() <= Segment.MAXIMUM_ITEMS
          && values + segment.segment().values() <= Segment.MAXIMUM_VALUES) {
        together.add(segment);
        items += segment.size();
        values += segment.segment().values();
      }
    }
    return together;
  }

  /** Copies the live items of segments into new segments. */
  static List<LiveSegment> rewritten(List<LiveSegment> segments) {
    List<IndexedItem> items = new ArrayList<>();
    segments.forEach(segment -> segment.collect(items));
    return SegmentBuilder.build(items).stream().map(LiveSegment::of).toList();
  }
}
