package io.github.sors.adapter;

/**
 * An item that was shown, with its embedding as the program's index holds it.
 *
 * @param id what the program calls the item
 * @param vector its embedding
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ShownItem(String id, float[] vector) {}
