package io.github.sors.server.http;

import java.util.Set;

/**
 * Who may use a service, and under which names.
 *
 * @param tokens the tokens, or null where none is needed
 * @param tokenForReads whether a token is needed for reading, too
 * @param hosts the names of this service; empty where any will do
 * @param openThroughProxies whether a service without tokens answers what a proxy passes on
 */
public record Access(
    Tokens tokens, boolean tokenForReads, Set<String> hosts, boolean openThroughProxies) {

  /** The names of this machine to itself. */
  public static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Anybody on this machine, for anything. */
  public static final Access LOCAL = new Access(null, false, LOCAL_NAMES, false);

  public Access {
    hosts = Set.copyOf(hosts);
  }
}
