package io.github.sors.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.function.Function;

/**
 * Adds each route of a collection twice: {@code /api/…} for the default collection, {@code
 * /api/collections/NAME/…} for the others. HEAD is supported wherever GET is.
 */
final class Routes {

  private static final String ONE = "/api";
  private static final String NAMED = "/api/collections/{collection}";

  /** Answers a request to a collection. */
  @FunctionalInterface
  interface CollectionHandler {
    void handle(Context context, HostedCollection collection) throws Exception;
  }

  private final RoutesConfig config;
  private final Function<String, HostedCollection> collections;
  private final ServiceMetrics metrics;

  /**
   * Creates the routes.
   *
   * @param collections returns the collection with a name; the default one for null
   * @param metrics notified of the route of every request
   */
  Routes(
      RoutesConfig config, Function<String, HostedCollection> collections, ServiceMetrics metrics) {
    this.config = config;
    this.collections = collections;
    this.metrics = metrics;
  }

  private void add(HandlerType method, String path, Handler handler, Scope... scope) {
    config.addHttpHandler(
        method,
        path,
        context -> {
          metrics.matched(context, path);
          handler.handle(context);
        },
        scope);
  }

  /** Adds a route for the default collection, and for every other one. */
  private void add(HandlerType method, String path, CollectionHandler handler, Scope... scope) {
    add(method, ONE + path, context -> handler.handle(context, collections.apply(null)), scope);
    add(
        method,
        NAMED + path,
        context -> handler.handle(context, collections.apply(context.pathParam("collection"))),
        scope);
  }

  void get(String path, CollectionHandler handler) {
    add(HandlerType.GET, path, handler, Scope.READ);
    add(HandlerType.HEAD, path, handler, Scope.READ);
  }

  /** Adds a route that needs no token. */
  void getOpen(String path, CollectionHandler handler) {
    add(HandlerType.GET, path, handler);
    add(HandlerType.HEAD, path, handler);
  }

  void post(String path, Scope scope, CollectionHandler handler) {
    add(HandlerType.POST, path, handler, scope);
  }

  void delete(String path, Scope scope, CollectionHandler handler) {
    add(HandlerType.DELETE, path, handler, scope);
  }

  /** Adds a file of the page. */
  void getPage(String path, Handler handler) {
    add(HandlerType.GET, path, handler);
    add(HandlerType.HEAD, path, handler);
  }

  /** Adds a route of the service and not of a collection. */
  void get(String path, Scope scope, Handler handler) {
    add(HandlerType.GET, path, handler, scope);
    add(HandlerType.HEAD, path, handler, scope);
  }

  void put(String path, Scope scope, Handler handler) {
    add(HandlerType.PUT, path, handler, scope);
  }

  void delete(String path, Scope scope, Handler handler) {
    add(HandlerType.DELETE, path, handler, scope);
  }
}
