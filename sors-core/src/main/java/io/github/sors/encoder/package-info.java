/**
 * The model of a linear encoder: a vector is encoded as k numbers, and the similarity is the cosine
 * of two encodings.
 *
 * <p>{@link io.github.sors.learn.EncoderLearner} learns it, {@link
 * io.github.sors.encoder.EncoderModel} encodes and scores.
 *
 * <p>{@link io.github.sors.io.ModelFile} stores it, {@link io.github.sors.index.EncodedIndex}
 * searches with it.
 *
 * <p>Threads: a model is immutable and can be shared. Failures: vectors of any length and scale can
 * be encoded; one without a feature has the encoding zero and the score 0.
 */
@NullMarked
package io.github.sors.encoder;

import org.jspecify.annotations.NullMarked;
