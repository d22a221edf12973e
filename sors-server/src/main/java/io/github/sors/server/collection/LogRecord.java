package io.github.sors.server.collection;

import java.util.List;

/** One change of a collection, as the log keeps it. */
sealed interface LogRecord {

  /** The collection was made. Always the first record. */
  record Created(CollectionSettings settings) implements LogRecord {}

  /**
   * Items were added or replaced.
   *
   * @param newFeatures names that get the next numbers
   */
  record ItemsPut(List<String> newFeatures, List<StoredItem> items) implements LogRecord {}

  /** An item was removed. */
  record ItemRemoved(String id) implements LogRecord {}

  /**
   * Comparisons were learnt: all of one request, or a part of them where a request is long, so that
   * others get their turn between the parts.
   *
   * @param newFeatures names that get the next numbers
   * @param first the number of the record with the first part; 0 in that record itself
   * @param last whether this is the last part; a request without its last part counts as never made
   */
  record Taught(
      List<String> newFeatures,
      List<Comparison> comparisons,
      RequestKey key,
      long first,
      boolean last)
      implements LogRecord {

    /** The number of the record that stands for the whole request. */
    long request(long sequence) {
      return first == 0 ? sequence : first;
    }
  }

  /** What is learnt until here can be brought back later. */
  record VersionMarked(long time, String name) implements LogRecord {}

  /** What the record of a number taught is forgotten, as if it had never been said. */
  record Undone(long sequence, RequestKey key) implements LogRecord {}

  /**
   * All feedback after the record of one number up to that of another is forgotten, as if it had
   * never been said.
   */
  record RolledBack(long to, long until, RequestKey key) implements LogRecord {}
}
