package io.github.sors.data.registry;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Adds data sets to {@link Registry#standard}. A module with its own data sets lists its provider
 * in {@code META-INF/services}, see {@link ServiceLoader}; without that module on the class path,
 * its data are not needed.
 *
 * <p>Threads: called by the thread that asks for the standard registry. Failures: what it throws is
 * passed on to the one who asks.
 */
public interface DataSetProvider {

  /** The data sets, in the order in which they are listed. */
  List<DataSetEntry> entries();
}
