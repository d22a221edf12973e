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
   * Comparisons were learnt, all of one request.
   *
   * @param newFeatures names that get the next numbers
   */
  record Taught(List<String> newFeatures, List<Comparison> comparisons, RequestKey key)
      implements LogRecord {}

  /** What the record of a number taught is forgotten, as if it had never been said. */
  record Undone(long sequence, RequestKey key) implements LogRecord {}
}
