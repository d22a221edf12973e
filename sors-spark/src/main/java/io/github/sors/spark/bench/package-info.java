/**
 * What only the benchmarks of the command need: rows and clicks that executors generate, and what
 * jobs cost.
 *
 * <p>The commands themselves are in {@code io.github.sors.spark}. Nothing here is needed to learn
 * or to rank.
 */
package io.github.sors.spark.bench;
