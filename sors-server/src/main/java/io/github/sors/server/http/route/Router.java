package io.github.sors.server.http.route;

import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request and answers what its handler throws.
 *
 * <p>In the path of a route, <code>{name}</code> stands for one segment, and <code>&lt;name&gt;
 * </code> for one or more. The first route that fits is taken. A slash at the end is ignored.
 */
public final class Router extends Handler.Abstract {

  private static final Logger LOGGER = System.getLogger(Router.class.getPackageName());
  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}|<(\\w+)>");

  /** Answers a request. */
  @FunctionalInterface
  public interface RouteHandler {
    void handle(Exchange exchange) throws Exception;
  }

  /** Called with every request that has found its route, before its handler. */
  @FunctionalInterface
  public interface RouteCheck {
    void check(Exchange exchange, String path, @Nullable Scope scope);
  }

  private record Route(
      String method,
      String path,
      Pattern pattern,
      List<String> names,
      @Nullable Scope scope,
      RouteHandler handler) {}

  private final RouteCheck check;
  private final List<Route> routes = new ArrayList<>();

  public Router(RouteCheck check) {
    this.check = check;
  }

  /**
   * Adds a route.
   *
   * @param scope what a token must allow, or null if no token is needed
   */
  void add(String method, String path, @Nullable Scope scope, RouteHandler handler) {
    StringBuilder pattern = new StringBuilder();
    List<String> names = new ArrayList<>();
    Matcher parameters = PARAMETER.matcher(path);
    int end = 0;
    while (parameters.find()) {
      pattern.append(Pattern.quote(path.substring(end, parameters.start())));
      boolean segment = parameters.group(1) != null;
      names.add(segment ? parameters.group(1) : parameters.group(2));
      pattern.append(segment ? "([^/]+)" : "(.+?)");
      end = parameters.end();
    }
    pattern.append(Pattern.quote(path.substring(end))).append("/?");
    Pattern compiled = Pattern.compile(pattern.toString(), Pattern.DOTALL);
    routes.add(new Route(method, path, compiled, List.copyOf(names), scope, handler));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    // ClientWatch watches clients; a change may take longer than a connection may be idle
    request.addIdleTimeoutListener(timeout -> false);
    Exchange exchange = new Exchange(request, response, callback, Map.of());
    try {
      exchange = route(request, response, callback);
    } catch (Problem problem) {
      problem.answer(exchange);
    }
    return true;
  }

  private Exchange route(Request request, Response response, Callback callback) {
    String path = request.getHttpURI().getPath();
    Set<String> allowed = new LinkedHashSet<>();
    for (Route route : routes) {
      Matcher matcher = route.pattern().matcher(path);
      if (matcher.matches()) {
        if (route.method().equals(request.getMethod())) {
          Exchange exchange = new Exchange(request, response, callback, parameters(route, matcher));
          run(route, exchange);
          return exchange;
        }
        allowed.add(route.method());
      }
    }
    if (allowed.isEmpty()) {
      throw new Problem(404, "there is nothing at this address: see /api/openapi.json");
    }
    response.getHeaders().put("Allow", String.join(", ", allowed));
    throw new Problem(405, "this address does not support this method: see /api/openapi.json");
  }

  private static Map<String, String> parameters(Route route, Matcher matcher) {
    Map<String, String> parameters = new HashMap<>();
    for (int k = 0; k < route.names().size(); k++) {
      // a plus is a plus in a path
      String raw = matcher.group(k + 1).replace("+", "%2B");
      parameters.put(route.names().get(k), URLDecoder.decode(raw, StandardCharsets.UTF_8));
    }
    return parameters;
  }

  private void run(Route route, Exchange exchange) {
    try {
      check.check(exchange, route.path(), route.scope());
      route.handler().handle(exchange);
    } catch (Exception e) {
      fail(exchange, e);
    }
  }

  /** Answers a request that failed. */
  static void fail(Exchange exchange, Throwable cause) {
    Problem problem;
    if (cause instanceof Problem expected) {
      problem = expected;
    } else {
      String path = exchange.request().getHttpURI().getPath();
      LOGGER.log(Level.ERROR, "a request failed unexpectedly: " + path, cause);
      problem = new Problem(500, "an unexpected error: see the log of the service");
    }
    if (exchange.isAnswered()) {
      exchange.abort(cause);
    } else {
      problem.answer(exchange);
    }
  }
}
