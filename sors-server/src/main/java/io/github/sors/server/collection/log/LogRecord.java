package io.github.sors.server.collection.log;

import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import java.util.List;

/** One change of a collection, as it is logged. */
public sealed interface LogRecord {

  /** The collection was created. Always the first record. */
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
   * Comparisons were learnt: all of one request, or a part of a long request, so that other changes
   * can come between the parts.
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

    /** The number of the record that identifies the whole request. */
    public long request(long sequence) {
      return first == 0 ? sequence : first;
    }
  }

  /** The present state was marked as a version that a rollback can return to. */
  record VersionMarked(long time, String name) implements LogRecord {}

  /** The feedback of a record was undone, as if it had never been given. */
  record Undone(long sequence, RequestKey key) implements LogRecord {}

  /** All feedback after one record up to another was undone, as if it had never been given. */
  record RolledBack(long to, long until, RequestKey key) implements LogRecord {}
}
