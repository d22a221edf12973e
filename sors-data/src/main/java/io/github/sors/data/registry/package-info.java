/**
 * The data sets that are known by name: where they are on this machine, and how they get there.
 *
 * <p>{@link io.github.sors.data.registry.Registry} knows the {@link
 * io.github.sors.data.registry.DataSetEntry entries} and finds their files as {@link
 * io.github.sors.data.registry.LocatedData}, which a reader takes; {@link
 * io.github.sors.data.registry.Downloader} fetches them.
 */
package io.github.sors.data.registry;
