package io.github.sors.server.collection;

import io.github.sors.SparseVector;

/**
 * An item of a collection.
 *
 * @param id what it is called
 * @param title what to show of it
 * @param label its class; empty where it has none
 * @param vector its features by their numbers in the collection, of length 1
 */
public record StoredItem(String id, String title, String label, SparseVector vector) {}
