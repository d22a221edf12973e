package io.github.sors.server.http;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may use a service, and under which host names.
 *
 * @param tokens the tokens, or null if none is required
 * @param tokenForReads whether a token is required for reads, too
 * @param hosts the allowed host names of this service; empty to allow all
 * @param openThroughProxies whether a service without tokens answers requests from proxies
 */
public record Access(
    @Nullable Tokens tokens, boolean tokenForReads, Set<String> hosts, boolean openThroughProxies) {

  /** The host names of the local machine. */
  public static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Everybody on this machine may do everything. */
  public static final Access LOCAL = new Access(null, false, LOCAL_NAMES, false);

  public Access {
    hosts = Set.copyOf(hosts);
  }
}
