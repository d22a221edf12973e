/**
 * Files of labelled vectors: LIBSVM, Matrix Market and CSV, plain or compressed.
 *
 * <p>{@link io.github.sors.data.format.DatasetReader} is the way in: it detects compression and
 * format by content. What a person got wrong in a file is an {@link
 * io.github.sors.InvalidInputException} that names the file and the line.
 */
package io.github.sors.data.format;
