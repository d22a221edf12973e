package io.github.sors.server.collection.state;

import io.github.sors.server.collection.StoredItem;

/**
 * Estimates the memory of items, in the collection and in its index together.
 *
 * @param searchBytes the bytes per item that searches need, in addition to its vector
 */
public record ItemMemory(long searchBytes) {

  private static final long PER_ITEM = 400;
  // index and value, each in the item, in the index, and in a segment during a merge
  private static final long PER_FEATURE = 28;

  public long of(StoredItem item) {
    return PER_ITEM
        + searchBytes
        + 4L * item.id().length()
        + 2L * (item.title().length() + item.label().length())
        + PER_FEATURE * item.vector().size();
  }
}
