package io.github.sors.search;

/**
 * An item that was found.
 *
 * @param item the number of the item in the list that was searched, from 0
 * @param score how well it matches the query: the larger, the better
 */
public record Hit(int item, double score) {}
