package io.github.sors.server.http.guard;

import io.github.sors.server.http.Access;
import io.github.sors.server.http.Scope;
import io.github.sors.server.http.Token;
import io.github.sors.server.http.Tokens;
import io.github.sors.server.http.exchange.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a request is allowed.
 *
 * <p>A service answers only to its own host names, which prevents DNS rebinding. Whether a token is
 * required is checked before the body of a request is read; whether its scope is sufficient, when
 * the route is known.
 */
public final class AccessGate {

  private static final String TOKEN = AccessGate.class.getName();
  private static final Set<String> ALWAYS_OPEN = Set.of("/api/health", "/api/ready");
  private static final List<String> PROXY_HEADERS =
      List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via");

  private final Access access;

  public AccessGate(Access access) {
    this.access = access;
  }

  /** Rejects requests that are not allowed for any route. */
  public void check(Request request) {
    if (!access.hosts().isEmpty() && !access.hosts().contains(hostName(request))) {
      throw new Problem(
          421,
          "this service answers only to the host names "
              + String.join(", ", new TreeSet<>(access.hosts()))
              + ": allow others when you start it");
    }
    String path = ApiVersions.unversioned(Request.getPathInContext(request));
    boolean read = isRead(request, path);
    String site = request.getHeaders().get("Sec-Fetch-Site");
    if (!read && site != null && !site.equals("same-origin") && !site.equals("none")) {
      throw new Problem(403, "pages of other sites must not change a collection");
    }
    Tokens tokens = access.tokens();
    if (tokens == null) {
      requireDirect(request, path);
      return;
    }
    Token token = shownToken(request, tokens);
    boolean open = ALWAYS_OPEN.contains(path) || !isApi(path);
    if (token == null && (!read || (access.tokenForReads() && !open))) {
      throw tokenExpected();
    }
    if (token != null) {
      if (!tokens.isWithinRate(token)) {
        throw new Problem(
            429,
            "expected at most "
                + token.requestsPerSecond()
                + " requests per second with this token");
      }
      request.setAttribute(TOKEN, token);
      Request.setAuthenticationState(
          request,
          new Request.AuthenticationState() {
            @Override
            public java.security.Principal getUserPrincipal() {
              return token::name;
            }
          });
    }
  }

  private static Problem tokenExpected() {
    return new Problem(401, "expected a token, as 'Authorization: Bearer …'");
  }

  private void requireDirect(Request request, String path) {
    boolean forwarded = PROXY_HEADERS.stream().anyMatch(request.getHeaders()::contains);
    if (forwarded && !access.openThroughProxies() && !ALWAYS_OPEN.contains(path)) {
      throw new Problem(
          403,
          "this service has no tokens, so it does not answer requests from proxies: start it with"
              + " tokens, or as insecure if everybody may do everything");
    }
  }

  /**
   * Rejects a request whose token does not have the scope of its route.
   *
   * @param scope the scope, or null if the route needs no token
   */
  public void checkRoute(Request request, @Nullable Scope scope) {
    if (access.tokens() == null
        || scope == null
        || (scope == Scope.READ && !access.tokenForReads())) {
      return;
    }
    Token token = (Token) request.getAttribute(TOKEN);
    if (token == null) {
      throw tokenExpected();
    }
    if (!token.allows(scope)) {
      throw new Problem(
          403,
          "expected a token with the scope " + scope.label() + ", which this token does not have");
    }
  }

  private static boolean isRead(Request request, String path) {
    return switch (request.getMethod()) {
      case "GET", "HEAD" -> true;
      case "POST" -> path.endsWith("/search");
      default -> false;
    };
  }

  private static boolean isApi(String path) {
    return path.startsWith("/api") || path.startsWith("/metrics");
  }

  private static String hostName(Request request) {
    String host = request.getHeaders().get(HttpHeader.HOST);
    if (host == null) {
      return "";
    }
    int port = host.lastIndexOf(':');
    boolean hasPort = port > host.lastIndexOf(']');
    return (hasPort ? host.substring(0, port) : host).toLowerCase(Locale.ROOT);
  }

  private static @Nullable Token shownToken(Request request, Tokens tokens) {
    String shown = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    String prefix = "Bearer ";
    return shown != null && shown.startsWith(prefix)
        ? tokens.find(shown.substring(prefix.length()).strip())
        : null;
  }
}
