/**
 * The choice of parameters by cross-validation on training rows.
 *
 * <p>{@link io.github.sors.lab.tune.Tuner} tries the candidates of a {@link
 * io.github.sors.lab.Grid} in folds of the training rows and returns a {@link
 * io.github.sors.lab.tune.Tuning}; test rows are never seen. {@link
 * io.github.sors.lab.tune.TrialFile} keeps finished {@link io.github.sors.lab.tune.Trial trials},
 * so that tuning can be interrupted.
 *
 * <p>Threads: a tuner tries candidates on several threads and is used by one. Failures: a candidate
 * that cannot be trained is a trial with the reason; a file of something else throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @since 0.1.0
 */
@NullMarked
package io.github.sors.lab.tune;

import org.jspecify.annotations.NullMarked;
