/**
 * The known data sets: their location on this machine, and their download.
 *
 * <p>{@link io.github.sors.data.registry.Registry} knows the {@link
 * io.github.sors.data.registry.DataSetEntry entries} and finds their files as {@link
 * io.github.sors.data.registry.LocatedData}, which a reader takes; {@link
 * io.github.sors.data.registry.Downloader} fetches them.
 *
 * <p>Threads: registries and entries are immutable; threads and processes that download the same
 * data set wait for each other. Failures: a file whose checksum is not the known one is never put
 * in its place; an interrupted download is continued by the next one.
 *
 * @since 0.1.0
 */
@NullMarked
package io.github.sors.data.registry;

import org.jspecify.annotations.NullMarked;
