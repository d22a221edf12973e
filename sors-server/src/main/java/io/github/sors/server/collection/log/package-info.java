/**
 * The append-only log of a collection: its records, the files that have them, their repair and
 * their copy.
 *
 * <p>Every change is a {@link io.github.sors.server.collection.log.LogRecord} in a {@link
 * io.github.sors.server.collection.log.CollectionLog}, acknowledged once it is on the disk. What
 * the records make of a collection, and the snapshots of that, are not here but in {@code state}.
 */
@NullMarked
package io.github.sors.server.collection.log;

import org.jspecify.annotations.NullMarked;
