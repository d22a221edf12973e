package io.github.sors.server.collection;

/**
 * About how much memory items take, in the collection and in its index together.
 *
 * @param searchBytes what searches keep for each item besides its vector
 */
record ItemMemory(long searchBytes) {

  private static final long PER_ITEM = 400;
  // index and value in the item, in the index, and in a segment while it is merged
  private static final long PER_FEATURE = 28;

  long of(StoredItem item) {
    return PER_ITEM
        + searchBytes
        + 4L * item.id().length()
        + 2L * (item.title().length() + item.label().length())
        + PER_FEATURE * item.vector().size();
  }
}
