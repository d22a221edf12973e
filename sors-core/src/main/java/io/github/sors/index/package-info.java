/**
 * The index: items as sparse or dense vectors, searched by a weighted query.
 *
 * <p>S(q, d) = qᵀMd = (Mᵀq)·d, so a learnt similarity is answered by an index of the plain vectors
 * d: {@link io.github.sors.index.WeightedQuery#expand} makes Mᵀq of a query, {@link
 * io.github.sors.index.VectorIndex} finds the items with the largest inner product, and {@link
 * io.github.sors.index.IndexFile} keeps them. Nothing is indexed again when M has learnt more.
 */
package io.github.sors.index;
