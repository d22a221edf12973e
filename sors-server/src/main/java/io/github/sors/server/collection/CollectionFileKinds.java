package io.github.sors.server.collection;

import io.github.sors.io.FileKind;

/**
 * The kinds of files that only a collection writes.
 *
 * <p>Threads: immutable. Failures: none.
 */
public final class CollectionFileKinds {

  /** The items of a collection in a snapshot. */
  public static final FileKind SNAPSHOT = new FileKind(5, "collection's snapshot");

  private CollectionFileKinds() {}
}
