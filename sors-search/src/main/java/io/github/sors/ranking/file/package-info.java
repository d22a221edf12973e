/**
 * Files of rankings, as trec_eval reads them.
 *
 * <p>{@link io.github.sors.ranking.file.RunFile} reads and writes them. Items, queries and feedback
 * are read in {@code sors-data}.
 *
 * <p>Threads: any thread may call them. Failures: a bad line throws {@link
 * io.github.sors.InvalidInputException} with file and line, a disk {@link java.io.IOException}.
 */
@NullMarked
package io.github.sors.ranking.file;

import org.jspecify.annotations.NullMarked;
