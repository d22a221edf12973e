package io.github.sors.lucene;

/**
 * A term that a learnt expansion looks for.
 *
 * @param term the term as it stands in the index
 * @param weight how much it speaks for an item; negative where it speaks against it
 */
public record WeightedTerm(String term, float weight) {}
