/**
 * How good a ranking is, with the values of trec_eval, and whether one is better than another.
 *
 * <p>{@link io.github.sors.ranking.measure.RankingMeasure} is a measure such as those of trec_eval,
 * {@link io.github.sors.ranking.measure.Evaluation} has the values per query, and {@link
 * io.github.sors.ranking.measure.PairedComparison} tests two runs on the same queries.
 *
 * <p>Threads: everything here is immutable. Failures: nothing to measure throws {@link
 * io.github.sors.InvalidInputException}, evaluations of different queries {@link
 * IllegalArgumentException}.
 */
@NullMarked
package io.github.sors.ranking.measure;

import org.jspecify.annotations.NullMarked;
