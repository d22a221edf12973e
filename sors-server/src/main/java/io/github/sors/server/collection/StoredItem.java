package io.github.sors.server.collection;

import io.github.sors.SparseVector;

/**
 * An item of a collection.
 *
 * @param id its id
 * @param title the text that the page shows
 * @param label its class; empty if it has none
 * @param vector its features by number, scaled to length 1
 */
public record StoredItem(String id, String title, String label, SparseVector vector) {}
