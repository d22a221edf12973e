/**
 * Reads data sets, splits them, samples triplets, and chooses how to learn.
 *
 * <p>Begin with {@link io.github.sors.data.format.DatasetReader} and {@link
 * io.github.sors.data.fit.AutomaticTraining}.
 */
@SuppressWarnings("requires-automatic") // aircompressor has no module descriptor
module io.github.sors.data {
  requires transitive io.github.sors.core;
  requires aircompressor;
  requires com.fasterxml.jackson.core;
  requires de.siegmar.fastcsv;
  requires java.net.http;
  requires jdk.unsupported; // for aircompressor
  requires org.apache.commons.compress;
  requires org.tukaani.xz;
  requires static org.jspecify;

  exports io.github.sors.data;
  exports io.github.sors.data.builtin;
  exports io.github.sors.data.feedback;
  exports io.github.sors.data.fit;
  exports io.github.sors.data.format;
  exports io.github.sors.data.item;
  exports io.github.sors.data.registry;
  exports io.github.sors.data.triplet;

  uses io.github.sors.data.registry.DataSetProvider;
}
