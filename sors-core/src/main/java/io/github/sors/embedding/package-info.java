/**
 * Embeddings: dense vectors of one length from one embedding model, where they are stored, and the
 * matrix that is applied to those of queries.
 *
 * <p>{@link io.github.sors.embedding.EmbeddingSpace} checks every vector that enters. {@link
 * io.github.sors.embedding.Embeddings} are numbered vectors of unit length: rows of an array or of
 * a mapped file. An {@link io.github.sors.embedding.Adapter} is a model; what learns it is in
 * {@code adapter}.
 *
 * <p>Threads: everything here is immutable but {@link io.github.sors.embedding.LocatedRows}, which
 * belongs to one thread. Failures: a vector that does not belong to the space throws {@link
 * io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.embedding;

import org.jspecify.annotations.NullMarked;
