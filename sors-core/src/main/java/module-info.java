/**
 * Learns a similarity from triplets: vectors, learners, models and their files, search, and ranking
 * metrics. Needs the JDK alone.
 *
 * <p>Begin with {@link io.github.sors.TripletLearner} and {@link io.github.sors.Model}. The
 * packages {@code matrix} and {@code kernel} hold the arithmetic and are hidden: they change with
 * every release.
 *
 * <p>The faster kernels use {@code jdk.incubator.vector} if Java is started with {@code
 * --add-modules jdk.incubator.vector}. The module is not named here, since javac would warn of an
 * incubating module in every build; {@code kernel} reads it when it finds it.
 */
@SuppressWarnings("module") // the modules of the qualified exports are compiled later
module io.github.sors.core {
  requires static org.jspecify;

  exports io.github.sors;
  exports io.github.sors.adapter;
  exports io.github.sors.embedding;
  exports io.github.sors.encoder;
  exports io.github.sors.encoder.row;
  exports io.github.sors.eval;
  exports io.github.sors.feature;
  exports io.github.sors.index;
  exports io.github.sors.io;
  exports io.github.sors.learn;
  exports io.github.sors.live;
  exports io.github.sors.option;
  exports io.github.sors.search;
  exports io.github.sors.parallel to
      io.github.sors.cli,
      io.github.sors.data,
      io.github.sors.lab,
      io.github.sors.metric,
      io.github.sors.search;
  exports io.github.sors.spectral to
      io.github.sors.cli,
      io.github.sors.data;
}
