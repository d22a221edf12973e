/**
 * A ranking that learns from feedback while it is in use, and is never worse than where it began.
 *
 * <p>{@link io.github.sors.live.LiveModel} takes one {@link io.github.sors.live.Choice} after the
 * other, tests what was learnt on each before it learns from it, and serves what was learnt only
 * once a {@link io.github.sors.live.Wager} says that it is better beyond chance. What ranks and how
 * it learns is up to a {@link io.github.sors.live.RankingLearner}; that of embeddings is in {@code
 * adapter}.
 *
 * <p>Threads: one thread learns; any may ask what is in use. Failures: a choice that cannot be
 * learnt throws {@link IllegalArgumentException} and changes nothing.
 */
@NullMarked
package io.github.sors.live;

import org.jspecify.annotations.NullMarked;
