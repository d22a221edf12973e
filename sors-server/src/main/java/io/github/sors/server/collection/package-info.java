/**
 * A collection of items that learns what is alike and loses nothing that it has acknowledged.
 *
 * <p>Every change is a {@link io.github.sors.server.collection.log.LogRecord} in an append-only {@link
 * io.github.sors.server.collection.log.CollectionLog}; the {@link
 * io.github.sors.server.collection.state.CollectionState} is a function of these records and of nothing
 * else, so that a snapshot is only a shortcut and replaying gives the same bits. One thread of the
 * {@link io.github.sors.server.collection.live.TeachableCollection} writes; any number read.
 *
 * <p>Threads: a collection may be used by any thread. Failures: a change that is refused throws
 * {@link io.github.sors.server.collection.RefusedException}, or completes its future with it, and
 * the collection is unchanged.
 *
 * <p>Changes return a future that completes when they are on disk and applied; searches never wait
 * for them.
 *
 * @since 0.1.0
 */
@NullMarked
package io.github.sors.server.collection;

import org.jspecify.annotations.NullMarked;
