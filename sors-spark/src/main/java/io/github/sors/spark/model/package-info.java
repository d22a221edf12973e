/**
 * The rows of a learnt model: as tables, in the memory of executors, joined with vectors, and for
 * ranking.
 *
 * <p>{@link io.github.sors.spark.model.ModelHeader} and {@link io.github.sors.spark.model.ModelRow}
 * are what a saved model consists of. How rows are learnt is not here but in {@code train}.
 */
package io.github.sors.spark.model;
