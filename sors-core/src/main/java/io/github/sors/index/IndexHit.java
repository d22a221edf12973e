package io.github.sors.index;

/**
 * An item that was found in an index.
 *
 * <p>Threads: immutable.
 *
 * @param id the item
 * @param label its label; empty if it has none
 * @param score how well it matches the query: the larger, the better
 * @since 0.1.0
 */
public record IndexHit(String id, String label, double score) {}
