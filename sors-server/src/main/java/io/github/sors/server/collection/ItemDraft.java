package io.github.sors.server.collection;

/**
 * An item as it is sent to a collection.
 *
 * @param id what it is called; an item of this id is replaced
 * @param title what to show of it
 * @param label its class; empty where it has none
 * @param features its features
 */
public record ItemDraft(String id, String title, String label, NamedFeatures features) {}
