/**
 * How a training is distributed: slices, checkpoints, and one {@link
 * io.github.sors.spark.train.TrainingStrategy} for an encoder and one for a matrix M.
 *
 * <p>A strategy takes triplets by their numbers and gives rows of a model. Columns, params and
 * metrics are not here.
 */
package io.github.sors.spark.train;
