package io.github.sors.index;

/**
 * An item that was found in an index.
 *
 * @param id the item
 * @param label its label; empty if it has none
 * @param score how well it matches the query: the larger, the better
 */
public record IndexHit(String id, String label, double score) {}
