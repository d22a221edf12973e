package io.github.sors.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.function.Function;

/**
 * Adds the routes of a collection twice: {@code /api/…} is the default collection's, {@code
 * /api/collections/NAME/…} any other's. HEAD is answered wherever GET is.
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

  /**
   * Creates the routes.
   *
   * @param collections the collection of a name; of the default one where it is null
   */
  Routes(RoutesConfig config, Function<String, HostedCollection> collections) {
    this.config = config;
    this.collections = collections;
  }

  private Handler in(String prefix, CollectionHandler handler) {
    boolean named = prefix.equals(NAMED);
    return context ->
        handler.handle(context, collections.apply(named ? context.pathParam("collection") : null));
  }

  void get(String path, CollectionHandler handler) {
    for (String prefix : new String[] {ONE, NAMED}) {
      config.get(prefix + path, in(prefix, handler), Scope.READ);
      config.head(prefix + path, in(prefix, handler), Scope.READ);
    }
  }

  /** Adds a route that needs no token. */
  void getOpen(String path, CollectionHandler handler) {
    for (String prefix : new String[] {ONE, NAMED}) {
      config.get(prefix + path, in(prefix, handler));
      config.head(prefix + path, in(prefix, handler));
    }
  }

  void post(String path, Scope scope, CollectionHandler handler) {
    for (String prefix : new String[] {ONE, NAMED}) {
      config.post(prefix + path, in(prefix, handler), scope);
    }
  }

  void delete(String path, Scope scope, CollectionHandler handler) {
    for (String prefix : new String[] {ONE, NAMED}) {
      config.delete(prefix + path, in(prefix, handler), scope);
    }
  }

  /** Adds a route of the service and not of a collection, which needs no token. */
  void getPage(String path, Handler handler) {
    config.get(path, handler);
    config.head(path, handler);
  }

  /** Adds a route of the service and not of a collection. */
  void get(String path, Scope scope, Handler handler) {
    config.get(path, handler, scope);
    config.head(path, handler, scope);
  }

  void put(String path, Scope scope, Handler handler) {
    config.put(path, handler, scope);
  }

  void delete(String path, Scope scope, Handler handler) {
    config.delete(path, handler, scope);
  }
}
