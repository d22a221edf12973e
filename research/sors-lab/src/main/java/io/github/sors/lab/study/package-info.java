/**
 * A comparison of methods on data sets over repeated splits, which can be interrupted and
 * continued.
 *
 * <p>A {@link io.github.sors.lab.study.StudyPlan} says what to compare; {@link
 * io.github.sors.lab.study.Study} runs its cells, keeps each {@link
 * io.github.sors.lab.study.CellResult} in a file, and returns {@link
 * io.github.sors.lab.study.StudyResults}. A cell depends on its seed alone, so order and threads do
 * not matter.
 *
 * <p>Threads: a study is run by one thread and uses as many as its plan says; results are
 * immutable. Failures: a cell that cannot be computed has a result that says why; a damaged file of
 * a result throws {@link io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.lab.study;

import org.jspecify.annotations.NullMarked;
