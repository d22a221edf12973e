/**
 * Files of labelled vectors: LIBSVM, Matrix Market and CSV, plain or compressed; and NumPy's dense
 * matrices.
 *
 * <p>Start with {@link io.github.sors.data.format.DatasetReader}: it detects compression and format
 * by content. {@link io.github.sors.data.format.NumpyMatrix} reads embeddings and puts them beside
 * the rows of a data set.
 *
 * <p>Threads: static methods may be called by any thread; options are immutable. Failures: an error
 * in a file throws an {@link io.github.sors.InvalidInputException} that names the file and the
 * line, and nothing of the file is returned.
 */
@NullMarked
package io.github.sors.data.format;

import org.jspecify.annotations.NullMarked;
