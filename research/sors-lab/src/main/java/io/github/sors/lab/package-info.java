/**
 * What a study compares with the learners of this project: distances, baselines and a classifier.
 *
 * <p>{@link io.github.sors.lab.LabMethods} adds them to {@link io.github.sors.tune.Methods}, and
 * {@link io.github.sors.lab.PaperMethods} knows which ones the paper has, and with which
 * parameters. The packages below compare, report, and add commands.
 *
 * <p>Threads: methods are immutable, and runs of different tasks may go on at once. Failures:
 * {@link io.github.sors.tune.CannotTrainException} says that a method cannot learn from this data;
 * a study reports that and goes on.
 */
@NullMarked
package io.github.sors.lab;

import org.jspecify.annotations.NullMarked;
