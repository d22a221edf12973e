/**
 * From columns of a table to vectors and triplets: what a training or a model reads.
 *
 * <p>{@link io.github.sors.spark.input.FeatureColumns} reads vectors of any form, {@link
 * io.github.sors.spark.input.ItemTable} items and queries, and {@link
 * io.github.sors.spark.input.FeedbackTable} feedback about them. A {@link
 * io.github.sors.spark.input.TripletFeed} gives their triplets by number, drawn or given. Nothing
 * here learns or knows the params of a stage.
 */
package io.github.sors.spark.input;
