/**
 * Learning that keeps the start unless held-out data show a gain: held-out rows or triplets decide
 * between learners, numbers of rounds, and the start itself.
 *
 * <p>{@link io.github.sors.data.fit.ValidatedTraining} makes the choice on a {@link
 * io.github.sors.data.fit.Validation}; {@link io.github.sors.data.fit.GainRule} says what counts as
 * a gain.
 *
 * <p>Begin with {@link io.github.sors.data.fit.AutomaticTraining}.
 *
 * <p>Threads: a training belongs to one thread, which its listener is called on; plans, validations
 * and their results are immutable. Failures: a listener that cancels ends a training with a {@link
 * java.util.concurrent.CancellationException}; a candidate that takes too much memory is dropped.
 *
 * @since 0.1.0
 */
@NullMarked
package io.github.sors.data.fit;

import org.jspecify.annotations.NullMarked;
