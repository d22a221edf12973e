/**
 * A collection of items that learns what is alike and loses nothing that it has acknowledged.
 *
 * <p>Every change is a {@link io.github.sors.server.collection.LogRecord} in an append-only {@link
 * io.github.sors.server.collection.CollectionLog}; the {@link
 * io.github.sors.server.collection.CollectionState} is a function of these records and of nothing
 * else, so that a snapshot is only a shortcut and replaying gives the same bits. One thread of the
 * {@link io.github.sors.server.collection.TeachableCollection} writes; any number read.
 *
 * <p>Changes return a future that completes when they are on disk and applied; searches never wait
 * for them.
 *
 * @since 0.1.0
 */
package io.github.sors.server.collection;
