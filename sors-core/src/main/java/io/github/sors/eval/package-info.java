/**
 * How well a similarity ranks: metrics over full rankings, with an explicit rule for ties.
 *
 * <p>{@link io.github.sors.eval.RankingEvaluator} ranks labelled items for labelled queries and
 * returns a {@link io.github.sors.eval.RankingEvaluation}; the formulas are in {@link
 * io.github.sors.eval.RankingMetrics}.
 */
@NullMarked
package io.github.sors.eval;

import org.jspecify.annotations.NullMarked;
