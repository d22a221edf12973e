/**
 * What learning from feedback about embeddings gains, and when it is served: measured on
 * collections with judgements.
 *
 * <p>research/embeddings.md has the figures.
 *
 * @since 0.1.0
 */
package io.github.sors.bench.embedding;
