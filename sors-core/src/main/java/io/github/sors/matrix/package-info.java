/**
 * The lazily shrunk matrix and its storages; known to the learners alone.
 *
 * <p>{@link io.github.sors.matrix.LazyMatrix} is the exact lazy form of the paper's O(d²) update,
 * {@link io.github.sors.matrix.RowStore} the one small interface behind which its entries are kept.
 */
package io.github.sors.matrix;
