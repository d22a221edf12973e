/**
 * A collection in memory and its folder: what the records of the log make of it, and snapshots.
 *
 * <p>The {@link io.github.sors.server.collection.state.CollectionState} is a function of the
 * records and of nothing else, so that a snapshot is only a shortcut and replaying gives the same
 * bits. Which changes are accepted, and the threads that make them, are in {@code live}.
 */
@NullMarked
package io.github.sors.server.collection.state;

import org.jspecify.annotations.NullMarked;
