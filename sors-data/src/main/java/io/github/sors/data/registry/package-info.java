/**
 * The known data sets: their location on this machine, and their download.
 *
 * <p>{@link io.github.sors.data.registry.Registry} knows the {@link
 * io.github.sors.data.registry.DataSetEntry entries} and finds their files as {@link
 * io.github.sors.data.registry.LocatedData}, which a reader takes; {@link
 * io.github.sors.data.registry.Downloader} fetches them.
 */
package io.github.sors.data.registry;
