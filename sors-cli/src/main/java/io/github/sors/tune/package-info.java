/**
 * The choice of parameters by cross-validation on training rows, and what it chooses them for.
 *
 * <p>A {@link io.github.sors.tune.Method} learns a {@link io.github.sors.tune.LearntSimilarity}
 * from a {@link io.github.sors.tune.TrainingTask}; {@link io.github.sors.tune.Methods} has all of
 * them by name. {@link io.github.sors.tune.Tuner} tries the candidates of a {@link
 * io.github.sors.tune.Grid} in folds of the training rows and returns a {@link
 * io.github.sors.tune.Tuning}; test rows are never seen. {@link io.github.sors.tune.TrialFile}
 * keeps finished {@link io.github.sors.tune.Trial trials}, so that tuning can be interrupted. What
 * the paper compares with, and its comparison, is not here but in the module sors-lab.
 *
 * <p>Threads: methods and tasks are immutable, and runs of different tasks may go on at once; a
 * tuner tries candidates on several threads and is used by one. Failures: {@link
 * io.github.sors.tune.CannotTrainException} says that a method cannot learn from this data, which
 * makes a trial with the reason; a file of something else throws {@link
 * io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.tune;

import org.jspecify.annotations.NullMarked;
