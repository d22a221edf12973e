package io.github.sors.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.server.Request;

/**
 * Decides who may ask for what.
 *
 * <p>A service on the loopback answers to local names only, so that a page elsewhere whose name was
 * made to point here does not reach it.
 */
final class AccessGate {

  private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Set<String> ALWAYS_OPEN = Set.of("/api/health", "/api/ready");

  private final byte[] tokenHash;
  private final boolean readsToo;
  private final boolean localNamesOnly;

  /**
   * Creates a gate.
   *
   * @param token what has to be shown, or null where nothing has
   * @param readsToo whether it has to be shown for reading as well
   * @param localNamesOnly whether the service is on the loopback alone
   */
  AccessGate(String token, boolean readsToo, boolean localNamesOnly) {
    this.tokenHash = token == null ? null : hash(token);
    this.readsToo = readsToo;
    this.localNamesOnly = localNamesOnly;
  }

  /** Refuses requests that may not pass. */
  void check(Request request) {
    if (localNamesOnly && !LOCAL_NAMES.contains(hostName(request))) {
      throw new Problem(421, "this service answers to localhost, 127.0.0.1 and [::1] only");
    }
    boolean read = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    String site = request.getHeaders().get("Sec-Fetch-Site");
    if (!read && site != null && !site.equals("same-origin") && !site.equals("none")) {
      throw new Problem(403, "pages of other sites can't change anything here");
    }
    String path = Request.getPathInContext(request);
    boolean open = ALWAYS_OPEN.contains(path) || !isApi(path);
    if (tokenHash != null && (!read || (readsToo && !open)) && !isTokenShown(request)) {
      throw new Problem(401, "the token of the service expected, as 'Authorization: Bearer …'");
    }
  }

  private static boolean isApi(String path) {
    return path.startsWith("/api") || path.startsWith("/metrics");
  }

  private static String hostName(Request request) {
    String host = request.getHeaders().get("Host");
    if (host == null) {
      return "";
    }
    int port = host.lastIndexOf(':');
    boolean hasPort = port > host.lastIndexOf(']');
    return (hasPort ? host.substring(0, port) : host).toLowerCase(Locale.ROOT);
  }

  private boolean isTokenShown(Request request) {
    String shown = request.getHeaders().get("Authorization");
    String prefix = "Bearer ";
    // hashes are of one length, so the time says nothing about the token
    return shown != null
        && shown.startsWith(prefix)
        && MessageDigest.isEqual(hash(shown.substring(prefix.length()).strip()), tokenHash);
  }

  private static byte[] hash(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
