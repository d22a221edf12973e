/**
 * Learners of distances, the baselines of the paper: d(x, y) = (x - y)ᵀA(x - y), A symmetric and
 * positive semi-definite.
 *
 * <p>{@link io.github.sors.metric.MetricAlgorithm} makes a {@link
 * io.github.sors.metric.MetricLearner} by name; what it learns is a {@link
 * io.github.sors.BilinearModel} of the form {@code DISTANCE}. All distances are squared, no root is
 * taken anywhere.
 */
package io.github.sors.metric;
