/**
 * A collection of items that learns what is alike and loses nothing that it has acknowledged.
 *
 * <p>One thread of the {@link io.github.sors.server.collection.live.TeachableCollection} writes;
 * any number read. Changes return a future that completes when they are on disk and applied;
 * searches never wait for them. How records are stored is in {@code log}, what they make of a
 * collection in {@code state}, and how it learns from them in {@code model}.
 *
 * <p>Threads: a collection may be used by any thread. Failures: a change that is refused throws
 * {@link io.github.sors.server.collection.RefusedException}, or completes its future with it, and
 * the collection is unchanged.
 */
@NullMarked
package io.github.sors.server.collection.live;

import org.jspecify.annotations.NullMarked;
