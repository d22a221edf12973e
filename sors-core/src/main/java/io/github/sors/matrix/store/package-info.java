/**
 * How the entries of a matrix are kept in memory: rows that are dense, hashed, or both.
 *
 * <p>{@link io.github.sors.matrix.store.RowStore} is the interface of the stores; which one is in
 * use may change speed and memory, never a value. Clocks, shrinkage, the diagonal and threads are
 * not here: they are in {@link io.github.sors.matrix}, which uses this package.
 */
package io.github.sors.matrix.store;
