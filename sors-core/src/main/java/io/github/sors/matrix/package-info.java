/**
 * The lazily shrunk matrix, and how rounds are played on it, alone, in blocks or by several
 * threads.
 *
 * <p>{@link io.github.sors.matrix.LazyMatrix} is the exact lazy form of the paper's O(d²) update.
 * How entries are kept in memory is in {@link io.github.sors.matrix.store}; which steps a learner
 * takes is its own business: only the learners use this package.
 */
package io.github.sors.matrix;
