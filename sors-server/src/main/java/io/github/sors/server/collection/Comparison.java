package io.github.sors.server.collection;

import io.github.sors.SparseVector;

/**
 * One piece of feedback as it is kept: for the query, one item is better than the other.
 *
 * @param queryItem the item that is the query; empty where the query is a vector
 * @param query the query where it is not an item; empty otherwise
 * @param better the id of the better item
 * @param worse the id of the worse item
 * @param heldOut whether it is not learnt, but kept to test what is
 */
record Comparison(
    String queryItem, SparseVector query, String better, String worse, boolean heldOut) {}
