/**
 * What learning from feedback about embeddings gains, and when it is served: measured on
 * collections with judgements.
 *
 * <p>research/embeddings.md has the figures.
 */
package io.github.sors.bench.embedding;
