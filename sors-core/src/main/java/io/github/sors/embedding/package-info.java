/**
 * Embeddings: dense vectors of one length from one embedding model, where they are stored, and the
 * matrix that is applied to those of queries.
 *
 * <p>{@link io.github.sors.embedding.EmbeddingSpace} checks every vector that enters. {@link
 * io.github.sors.embedding.Embeddings} are numbered vectors of unit length: rows of an array or of
 * a mapped file. An {@link io.github.sors.embedding.Adapter} is a model; what learns it is in
 * {@code adapter}.
 *
 * @since 0.1.0
 */
@NullMarked
package io.github.sors.embedding;

import org.jspecify.annotations.NullMarked;
