/**
 * The learners on Spark, for data or models that do not fit into one machine.
 *
 * <p>Start with {@link io.github.sors.spark.SorsSimilarity}, an estimator of Spark ML. Nothing here
 * schedules, shuffles or retries: Spark does. Tasks have no side effects, so a repeated task gives
 * the same rows.
 *
 * <p>This package has what a user names: the stages, their params and the command. The packages
 * below it may change in any release.
 */
package io.github.sors.spark;
