/**
 * The known data sets: their location on this machine, and their download.
 *
 * <p>{@link io.github.sors.data.registry.Registry} knows the {@link
 * io.github.sors.data.registry.DataSetEntry entries} and finds their files as {@link
 * io.github.sors.data.registry.LocatedData}, which a reader takes; {@link
 * io.github.sors.data.registry.Downloader} fetches them.
 *
 * <p>Threads: registries and entries are immutable; any thread or process may download. Failures: a
 * file that is not complete, or whose checksum is not the known one, is never put in its place.
 */
@NullMarked
package io.github.sors.data.registry;

import org.jspecify.annotations.NullMarked;
