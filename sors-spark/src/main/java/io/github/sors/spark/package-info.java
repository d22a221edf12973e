/**
 * The learners on Spark, for data or models that do not fit into one machine.
 *
 * <p>Start with {@link io.github.sors.spark.SorsSimilarity}, an estimator of Spark ML. Nothing here
 * schedules, shuffles or retries: Spark does. Tasks have no side effects, so a repeated task gives
 * the same rows.
 */
package io.github.sors.spark;
