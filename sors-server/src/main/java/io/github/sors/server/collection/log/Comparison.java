package io.github.sors.server.collection.log;

import io.github.sors.SparseVector;

/**
 * One comparison as it is stored: for the query, one item is better than the other.
 *
 * @param queryItem the item that is the query; empty if the query is a vector
 * @param query the query if it is not an item; empty otherwise
 * @param better the id of the better item
 * @param worse the id of the worse item
 */
public record Comparison(String queryItem, SparseVector query, String better, String worse) {

  /** Whether another comparison is about the same query. */
  public boolean asksSame(Comparison other) {
    return queryItem.equals(other.queryItem) && query.equals(other.query);
  }
}
