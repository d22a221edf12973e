package io.github.sors.server.collection;

/**
 * One comparison as a client sends it: for the query, one item is better than the other.
 *
 * @param queryItem the id of the item that is the query, or null
 * @param query the features of the query if it is not an item, or null
 * @param better the id of the better item
 * @param worse the id of the worse item
 * @since 0.1.0
 */
public record ComparisonDraft(String queryItem, NamedFeatures query, String better, String worse) {}
