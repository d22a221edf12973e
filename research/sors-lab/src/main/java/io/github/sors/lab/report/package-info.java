/**
 * The tables, the figures and the page of a study.
 *
 * <p>{@link io.github.sors.lab.report.StudyReport} writes tables as Markdown and CSV, figures and a
 * page from the results of a study, with the paper's numbers beside them.
 *
 * <p>Threads: one thread writes a report into a folder. Failures: a file that cannot be written
 * throws {@link java.io.IOException}.
 */
@NullMarked
package io.github.sors.lab.report;

import org.jspecify.annotations.NullMarked;
