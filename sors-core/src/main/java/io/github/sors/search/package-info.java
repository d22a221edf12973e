/**
 * Ranking with a similarity: which items answer a query best, and which pairs of features say so.
 *
 * <p>{@link io.github.sors.search.ExactSearch} scores every item, {@link
 * io.github.sors.search.Explanation} takes one score apart, and {@link
 * io.github.sors.search.StrongestPairs} shows what a model has learnt as a whole.
 */
package io.github.sors.search;
