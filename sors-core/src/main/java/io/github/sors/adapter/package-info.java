/**
 * Learning from feedback about embeddings without touching the index that holds them.
 *
 * <p>{@link io.github.sors.adapter.AdapterLearner} learns a matrix M that starts at the identity;
 * an {@link io.github.sors.embedding.Adapter} applies it to the query alone. {@link
 * io.github.sors.adapter.LiveAdapter} is what a program embeds: it learns from each choice, and
 * uses what was learnt only once it is better beyond chance.
 *
 * <p>Threads: options and what is shown are immutable; a learner belongs to one thread, and a live
 * adapter says which of its methods any thread may call. Failures: a vector or an item that does
 * not belong to the embeddings throws {@link io.github.sors.InvalidInputException} and changes
 * nothing.
 */
@NullMarked
package io.github.sors.adapter;

import org.jspecify.annotations.NullMarked;
