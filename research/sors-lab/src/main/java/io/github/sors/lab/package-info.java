/**
 * What a study compares: methods of learning a similarity, their parameters and their grids.
 *
 * <p>A {@link io.github.sors.lab.Method} learns a {@link io.github.sors.lab.LearntSimilarity} from
 * a {@link io.github.sors.lab.TrainingTask}; {@link io.github.sors.lab.Methods} has all of them by
 * name, learners of this project, distances and baselines alike. {@link io.github.sors.lab.Grid}
 * has the {@link io.github.sors.lab.Parameters} to try. The packages below tune, compare and
 * report.
 *
 * <p>Threads: methods and tasks are immutable, and runs of different tasks may go on at once.
 * Failures: {@link io.github.sors.lab.CannotTrainException} says that a method cannot learn from
 * this data; a study reports that and goes on.
 *
 * @since 0.1.0
 */
@NullMarked
package io.github.sors.lab;

import org.jspecify.annotations.NullMarked;
