/**
 * How well a similarity ranks: metrics over full rankings, with an explicit rule for ties.
 *
 * <p>{@link io.github.sors.eval.RankingEvaluator} ranks labelled items for labelled queries and
 * returns a {@link io.github.sors.eval.RankingEvaluation}; the formulas are in {@link
 * io.github.sors.eval.RankingMetrics}.
 *
 * <p>Threads: an evaluator is immutable and shares queries between as many threads as asked;
 * results do not depend on their number, and are immutable. Failures: settings and lists that do
 * not fit throw {@link IllegalArgumentException}; data in which no query has a relevant candidate
 * throw {@link io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.eval;

import org.jspecify.annotations.NullMarked;
