/** The built-in data sets emoji and definitions. */
@SuppressWarnings("requires-automatic") // extJWNL has no module descriptor
module io.github.sors.samples {
  requires transitive io.github.sors.data;
  requires io.github.sors.core;
  requires io.github.sors.search;
  requires com.fasterxml.jackson.databind;
  requires extjwnl;
  requires net.fellbaum.jemoji;
  requires static org.jspecify;

  exports io.github.sors.samples;

  provides io.github.sors.data.registry.DataSetProvider with
      io.github.sors.samples.SampleDataSets;
}
