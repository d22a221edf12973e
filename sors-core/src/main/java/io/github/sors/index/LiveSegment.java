package io.github.sors.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A segment, and which of its items are live: neither removed nor replaced. */
final class LiveSegment {

  private final Segment segment;
  // one bit per item, null if all are live; never modified
  private final long @Nullable [] live;
  private final int size;

  private LiveSegment(Segment segment, long @Nullable [] live, int size) {
    this.segment = segment;
    this.live = live;
    this.size = size;
  }

  static LiveSegment of(Segment segment) {
    return new LiveSegment(segment, null, segment.size());
  }

  Segment segment() {
    return segment;
  }

  /** One bit per item, set if it is live; null if all are. */
  long @Nullable [] live() {
    return live;
  }

  /** The number of live items. */
  int size() {
    return size;
  }

  boolean isLive(int item) {
    return live == null || ItemFilter.contains(live, item);
  }

  /** The number of a live item in the segment, or -1. */
  int find(byte[] id) {
    int item = segment.ids().find(id);
    return item >= 0 && isLive(item) ? item : -1;
  }

  /** Returns this segment without the given items. */
  LiveSegment without(Iterable<byte[]> ids) {
    long[] left = null;
    int count = size;
    for (byte[] id : ids) {
      int item = find(id);
      if (item >= 0) {
        if (left == null) {
          left = live == null ? ItemFilter.all(segment.size()) : live.clone();
        }
        left[item >>> 6] &= ~(1L << item);
        count--;
      }
    }
    return left == null ? this : new LiveSegment(segment, left, count);
  }

  void collect(List<IndexedItem> into) {
    for (int item = 0; item < segment.size(); item++) {
      if (isLive(item)) {
        into.add(segment.item(item));
      }
    }
  }
}
