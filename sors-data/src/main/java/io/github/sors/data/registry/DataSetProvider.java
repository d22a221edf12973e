package io.github.sors.data.registry;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Adds data sets to {@link Registry#standard}. A module that brings data sets of its own lists its
 * provider in {@code META-INF/services}, see {@link ServiceLoader}; whoever does not have that
 * module on the class path does not have to fetch its data either.
 */
public interface DataSetProvider {

  /** The data sets, in the order in which they are listed. */
  List<DataSetEntry> entries();
}
