/**
 * Ranking with a similarity: which items match a query best, and which pairs of features cause
 * that.
 *
 * <p>{@link io.github.sors.search.ExactSearch} scores every item, {@link
 * io.github.sors.search.Explainer} splits the scores of hits into contributions, {@link
 * io.github.sors.search.StrongestPairs} shows what a model has learnt as a whole.
 *
 * <p>Threads: results and {@link io.github.sors.search.ExactSearch} are immutable, and static
 * methods may be called by any thread; {@link io.github.sors.search.TopScores} belongs to one.
 * Failures: numbers out of their range throw {@link IllegalArgumentException}; a score that is not
 * a number throws {@link IllegalStateException}.
 */
@NullMarked
package io.github.sors.search;

import org.jspecify.annotations.NullMarked;
