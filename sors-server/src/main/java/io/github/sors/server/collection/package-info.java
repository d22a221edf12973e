/**
 * What a program says to a collection of items and hears from it: settings and limits, items and
 * comparisons, outcomes, and the model that is served.
 *
 * <p>Begin with {@link io.github.sors.server.collection.live.TeachableCollection}, which takes and
 * gives these values. Nothing here reads the log, learns or starts a thread.
 *
 * <p>Threads: values are immutable, a model that is served may be searched by any thread. Failures:
 * a change that a collection refuses is a {@link
 * io.github.sors.server.collection.RefusedException}, and the collection is unchanged.
 */
@NullMarked
package io.github.sors.server.collection;

import org.jspecify.annotations.NullMarked;
