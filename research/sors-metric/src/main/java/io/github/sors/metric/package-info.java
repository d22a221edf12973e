/**
 * Learners of distances, the baselines of the paper: d(x, y) = (x - y)ᵀA(x - y), A symmetric and
 * positive semi-definite.
 *
 * <p>{@link io.github.sors.metric.MetricAlgorithm} creates a {@link
 * io.github.sors.metric.MetricLearner} by name, which learns a {@link io.github.sors.BilinearModel}
 * of the form {@code DISTANCE}. All distances are squared; no root is taken.
 *
 * <p>Threads: a learner belongs to one thread and may use several inside; the models are immutable.
 * Failures: an option out of its range throws {@link io.github.sors.option.ParameterException}.
 */
@NullMarked
package io.github.sors.metric;

import org.jspecify.annotations.NullMarked;
