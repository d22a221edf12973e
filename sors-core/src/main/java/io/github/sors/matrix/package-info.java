/**
 * The lazily shrunk matrix and its stores; used only by the learners.
 *
 * <p>{@link io.github.sors.matrix.LazyMatrix} is the exact lazy form of the paper's O(d²) update,
 * {@link io.github.sors.matrix.RowStore} the interface of the stores that hold its entries.
 */
package io.github.sors.matrix;
