/**
 * From raw records to vectors: Lucene's text analysis, categories and numbers, by one recipe.
 *
 * <p>{@link io.github.sors.lucene.text.Vectorizer} learns the features from {@link
 * io.github.sors.data.item.Item records} and then turns records and texts into vectors; its recipe
 * is stored with models, so that a later text is treated in the same way. {@link
 * io.github.sors.lucene.text.ItemRows} makes the rows of a data set with it. {@link
 * io.github.sors.lucene.text.TermCounter} splits texts with one of the {@link
 * io.github.sors.lucene.text.Analyzers}.
 *
 * <p>Threads: vectorizers, analyzers and counters may be shared. Failures: an unknown analyzer or a
 * recipe that does not fit throws {@link io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.lucene.text;

import org.jspecify.annotations.NullMarked;
