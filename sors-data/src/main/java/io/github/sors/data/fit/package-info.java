/**
 * Learning that keeps the start unless it helps: held-out feedback decides between learners,
 * numbers of rounds, and the start itself.
 *
 * <p>{@link io.github.sors.data.fit.FeedbackSplit} is the one way to hold feedback out, by {@link
 * io.github.sors.data.fit.UnitSplit}, which rankings use as well, and {@link
 * io.github.sors.eval.Verdict} the one way to decide whether learning helps. {@link
 * io.github.sors.data.fit.ValidatedTraining} chooses how to learn.
 *
 * <p>Begin with {@link io.github.sors.data.fit.AutomaticTraining}.
 *
 * <p>Threads: a training belongs to one thread, which its listener is called on; plans, validations
 * and their results are immutable. Failures: a listener that cancels ends a training with a {@link
 * java.util.concurrent.CancellationException}; a candidate that takes too much memory is dropped.
 */
@NullMarked
package io.github.sors.data.fit;

import org.jspecify.annotations.NullMarked;
