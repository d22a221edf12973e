package io.github.sors.server.collection;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One comparison as a client sends it: for the query, one item is better than the other.
 *
 * <p>Threads: immutable. Failures: neither an item nor features as the query, or both, throw {@link
 * IllegalArgumentException}.
 *
 * @param queryItem the id of the item that is the query, or null
 * @param query the features of the query if it is not an item, or null
 * @param better the id of the better item
 * @param worse the id of the worse item
 */
public record ComparisonDraft(
    @Nullable String queryItem, @Nullable NamedFeatures query, String better, String worse) {

  /**
   * @throws IllegalArgumentException unless the query is either an item or features
   */
  public ComparisonDraft {
    if ((queryItem == null) == (query == null)) {
      throw new IllegalArgumentException(
          "expected either an item or features as the query of a comparison");
    }
  }

  /** The features of a query that is not an item. */
  public NamedFeatures features() {
    return Objects.requireNonNull(query, "features of the query");
  }
}
