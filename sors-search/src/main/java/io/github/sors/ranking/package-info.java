/**
 * Queries, judgements and clicks by id, and the rankings that a search gives.
 *
 * <p>{@link io.github.sors.ranking.SearchQuery Queries} come with {@link
 * io.github.sors.ranking.Judgements} or a {@link io.github.sors.ranking.ClickLog}; a search answers
 * with a {@link io.github.sors.ranking.Ranking} for each, together a {@link
 * io.github.sors.ranking.Run}. Everything goes by id, as in files of TREC. The packages below read
 * files, measure, and learn.
 *
 * <p>Threads: all of these are immutable and can be shared; builders belong to one thread.
 * Failures: ids that are empty or occur twice, and scores that are not numbers, throw {@link
 * io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.ranking;

import org.jspecify.annotations.NullMarked;
