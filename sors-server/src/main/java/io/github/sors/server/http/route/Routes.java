package io.github.sors.server.http.route;

import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.route.Router.RouteHandler;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Adds each route of a collection twice: {@code /api/…} for the default collection, {@code
 * /api/collections/NAME/…} for the others. HEAD is supported wherever GET is.
 */
public final class Routes {

  private static final String ONE = "/api";
  private static final String NAMED = "/api/collections/{collection}";

  /** Answers a request to a collection. */
  @FunctionalInterface
  interface CollectionHandler {
    void handle(Exchange exchange, HostedCollection collection) throws Exception;
  }

  private final Router router;
  private final Function<@Nullable String, HostedCollection> collections;

  /**
   * Creates the routes.
   *
   * @param collections returns the collection with a name; the default one for null
   */
  public Routes(Router router, Function<@Nullable String, HostedCollection> collections) {
    this.router = router;
    this.collections = collections;
  }

  /** Adds a route for the default collection, and for every other one. */
  private void add(String method, String path, @Nullable Scope scope, CollectionHandler handler) {
    router.add(
        method, ONE + path, scope, exchange -> handler.handle(exchange, collections.apply(null)));
    router.add(
        method,
        NAMED + path,
        scope,
        exchange -> handler.handle(exchange, collections.apply(exchange.pathParam("collection"))));
  }

  void get(String path, CollectionHandler handler) {
    add("GET", path, Scope.READ, handler);
    add("HEAD", path, Scope.READ, handler);
  }

  /** Adds a route that needs no token. */
  void getOpen(String path, CollectionHandler handler) {
    add("GET", path, null, handler);
    add("HEAD", path, null, handler);
  }

  void post(String path, Scope scope, CollectionHandler handler) {
    add("POST", path, scope, handler);
  }

  void delete(String path, Scope scope, CollectionHandler handler) {
    add("DELETE", path, scope, handler);
  }

  /** Adds a file of the page. */
  public void getPage(String path, RouteHandler handler) {
    get(path, (Scope) null, handler);
  }

  /** Adds a route of the service and not of a collection. */
  void get(String path, @Nullable Scope scope, RouteHandler handler) {
    router.add("GET", path, scope, handler);
    router.add("HEAD", path, scope, handler);
  }

  void put(String path, Scope scope, RouteHandler handler) {
    router.add("PUT", path, scope, handler);
  }

  void delete(String path, Scope scope, RouteHandler handler) {
    router.add("DELETE", path, scope, handler);
  }
}
