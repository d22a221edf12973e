package io.github.sors.server.collection;

/**
 * An item as a client sends it.
 *
 * @param id its id; an existing item with this id is replaced
 * @param title the text that the page shows
 * @param label its class; empty if it has none
 * @param features its features
 */
public record ItemDraft(String id, String title, String label, NamedFeatures features) {}
