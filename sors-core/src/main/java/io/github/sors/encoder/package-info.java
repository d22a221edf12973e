/**
 * The model of a linear encoder: vectors become k numbers, and their cosine is the similarity.
 *
 * <p>{@link io.github.sors.learn.EncoderLearner} learns it, {@link
 * io.github.sors.encoder.EncoderModel} encodes and scores.
 */
package io.github.sors.encoder;
