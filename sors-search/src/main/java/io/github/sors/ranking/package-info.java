/**
 * Judgements by id, and the rankings that a search gives.
 *
 * <p>A search answers a query with a {@link io.github.sors.ranking.Ranking}, many queries with a
 * {@link io.github.sors.ranking.Run}; {@link io.github.sors.ranking.Judgements} say how good these
 * are. Everything goes by id, as in files of TREC. The packages below score, weigh, learn, measure
 * and read files.
 *
 * <p>Threads: all of these are immutable and can be shared; builders belong to one thread.
 * Failures: ids that are empty or occur twice, and scores that are not numbers, throw {@link
 * io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.ranking;

import org.jspecify.annotations.NullMarked;
