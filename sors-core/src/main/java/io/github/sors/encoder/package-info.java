/**
 * The model of a linear encoder: a vector is encoded as k numbers, and the similarity is the cosine
 * of two encodings.
 *
 * <p>{@link io.github.sors.learn.EncoderLearner} learns it, {@link
 * io.github.sors.encoder.EncoderModel} encodes and scores.
 */
@NullMarked
package io.github.sors.encoder;

import org.jspecify.annotations.NullMarked;
