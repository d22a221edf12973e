/**
 * What says how well an item answers a query: one class for each aspect, such as the terms that
 * match, the meaning of both, or what was chosen for similar queries.
 *
 * <p>A {@link io.github.sors.ranking.signal.RankingCollection} holds the items, a {@link
 * io.github.sors.ranking.signal.Question} is a query prepared for it, and each {@link
 * io.github.sors.ranking.signal.Signal} scores {@link io.github.sors.ranking.signal.Candidates}.
 *
 * <p>Threads: everything is immutable but questions, which belong to one thread. Failures: a vector
 * of another length or embedding model throws {@link io.github.sors.InvalidInputException}.
 */
@Experimental
@NullMarked
package io.github.sors.ranking.signal;

import io.github.sors.Experimental;
import org.jspecify.annotations.NullMarked;
