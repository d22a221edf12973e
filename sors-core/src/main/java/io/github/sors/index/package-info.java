/**
 * The index: items as sparse or dense vectors, searched by a weighted query.
 *
 * <p>S(q, d) = qᵀMd = (Mᵀq)·d, so an index of the plain vectors d can search with a learnt
 * similarity: {@link io.github.sors.index.WeightedQuery#expand} computes Mᵀq from a query, {@link
 * io.github.sors.index.VectorIndex} finds the items with the largest inner product, and {@link
 * io.github.sors.index.IndexFile} stores them. Nothing has to be indexed again when M changes.
 *
 * <p>Threads: {@link io.github.sors.index.VectorIndex} may be changed and searched by any number of
 * threads; {@link io.github.sors.index.IndexView}, what it held at one moment, is immutable.
 * Failures: a file that is truncated, altered or of a later format throws {@link
 * io.github.sors.InvalidInputException} before any of it is used.
 */
@NullMarked
package io.github.sors.index;

import org.jspecify.annotations.NullMarked;
