package io.github.sors.index;

import io.github.sors.SparseVector;
import java.util.Objects;

/**
 * Something that can be found.
 *
 * @param id what it is called, any Unicode text; an index holds one item of each id
 * @param vector its features, normalised as the model requires
 * @param label what it can be filtered by, such as its class; empty where there is none
 */
public record Item(String id, SparseVector vector, String label) {

  public Item {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(vector, "vector");
    Objects.requireNonNull(label, "label");
  }

  /** Creates an item without a label. */
  public Item(String id, SparseVector vector) {
    this(id, vector, "");
  }
}
