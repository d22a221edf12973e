/**
 * A service that learns while it answers.
 *
 * <p>Begin with {@link io.github.sors.server}; {@link io.github.sors.server.collection.live} is the
 * collection of items behind it, without HTTP.
 */
@SuppressWarnings("requires-automatic") // Micrometer has no module descriptor
module io.github.sors.server {
  requires transitive io.github.sors.core;
  requires transitive io.github.sors.data;
  requires io.github.sors.search;
  requires com.fasterxml.jackson.databind;
  requires java.logging;
  requires java.management;
  requires micrometer.core;
  requires micrometer.registry.prometheus;
  requires org.eclipse.jetty.server;
  requires static org.jspecify;

  exports io.github.sors.server;
  exports io.github.sors.server.collection;
  exports io.github.sors.server.collection.live;
  exports io.github.sors.server.http;
}
