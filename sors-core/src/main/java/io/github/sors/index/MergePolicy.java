package io.github.sors.index;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the number of segments logarithmic in the number of items that came one by one.
 *
 * <p>Segments belong to tiers by their live items, each tier eight times the one below; eight of a
 * tier become one, as far as they fit into it. A segment is written anew once less than half of it
 * is live, and dropped once nothing is.
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

  /** Segments to be made into one, none if all is well. */
  private static List<LiveSegment> next(List<LiveSegment> segments) {
    for (int least = 1; least <= Segment.MAXIMUM_ITEMS / 2; least *= FAN_IN) {
      List<LiveSegment> tier = new ArrayList<>();
      for (LiveSegment segment : segments) {
        // what is more than half full may stay as it is
        if (segment.size() >= least
            && segment.size() < least * FAN_IN
            && segment.size() <= Segment.MAXIMUM_ITEMS / 2) {
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
    for (LiveSegment segment : tier) {
      if (together.size() < FAN_IN && items + segment.size() <= Segment.MAXIMUM_ITEMS) {
        together.add(segment);
        items += segment.size();
      }
    }
    return together;
  }

  /** The live items of segments, laid out anew. */
  static List<LiveSegment> rewritten(List<LiveSegment> segments) {
    List<Item> items = new ArrayList<>();
    segments.forEach(segment -> segment.collect(items));
    return SegmentBuilder.build(items).stream().map(LiveSegment::of).toList();
  }
}
