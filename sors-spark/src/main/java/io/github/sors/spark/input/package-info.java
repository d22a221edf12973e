/**
 * From columns of a table to vectors and triplets: what a training or a model reads.
 *
 * <p>A {@link io.github.sors.spark.input.TripletFeed} gives triplets by their numbers, drawn or
 * given, and {@link io.github.sors.spark.input.FeatureColumns} reads vectors of any form. Nothing
 * here learns or knows the params of a stage.
 */
package io.github.sors.spark.input;
