/**
 * A linear encoder, learnt from triplets: vectors become k numbers, and their cosine is the
 * similarity.
 *
 * <p>{@link io.github.sors.encoder.EncoderLearner} learns, {@link
 * io.github.sors.encoder.EncoderModel} encodes and scores. A round finds the rows of its three
 * vectors ({@code RowList} in {@code EncodingRows}), sums them up, measures the cosines ({@code
 * Cosines}) and moves every row along its gradient. {@code EncodingTable} is what a model keeps of
 * the rows.
 */
package io.github.sors.encoder;
