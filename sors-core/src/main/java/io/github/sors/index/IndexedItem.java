package io.github.sors.index;

import io.github.sors.SparseVector;
import java.util.Objects;

/**
 * An item that a search can find.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}; an index refuses an id
 * that is not Unicode text.
 *
 * @param id its name, any Unicode text; unique within an index
 * @param vector its features, normalised as the model requires
 * @param label a value to filter by, such as its class; empty if it has none
 */
public record IndexedItem(String id, SparseVector vector, String label) {

  public IndexedItem {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(vector, "vector");
    Objects.requireNonNull(label, "label");
  }

  /** Creates an item without a label. */
  public IndexedItem(String id, SparseVector vector) {
    this(id, vector, "");
  }
}
