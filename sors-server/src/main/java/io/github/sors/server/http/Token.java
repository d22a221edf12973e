package io.github.sors.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The properties of a token, with its hash; the service never stores the token itself.
 *
 * <p>Threads: immutable. Failures: a name, a scope or a line that is not of the required form
 * throws {@link IllegalArgumentException}.
 *
 * @param name its name, for example that of its owner
 * @param scopes what it allows
 * @param hash the SHA-256 of the token, in hexadecimal digits
 * @param requestsPerSecond the maximum average rate; 0 for no limit
 */
public record Token(String name, Set<Scope> scopes, String hash, int requestsPerSecond) {

  private static final Pattern LINE =
      Pattern.compile(
          "([A-Za-z0-9][A-Za-z0-9._-]{0,63})\\s+([a-z,]+)\\s+sha256:([0-9a-f]{64})"
              + "(?:\\s+rate=([0-9]{1,6}))?");

  /** A token that allows everything. */
  static Token ofEverything(String token) {
    return new Token("token", EnumSet.of(Scope.ADMIN), hash(token), 0);
  }

  /** The properties to store for a new token. */
  public static Token of(String name, String scopes, String token, int requestsPerSecond) {
    return parse(new Token(name, Scope.parse(scopes), hash(token), requestsPerSecond).line());
  }

  /** Reads the line of a token file. */
  static Token parse(String line) {
    Matcher matcher = LINE.matcher(line.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected NAME SCOPES sha256:DIGITS [rate=N], with a name of letters, digits, '.', '_'"
              + " and '-'");
    }
    String rate = matcher.group(4);
    return new Token(
        matcher.group(1),
        Scope.parse(matcher.group(2)),
        matcher.group(3),
        rate == null ? 0 : Integer.parseInt(rate));
  }

  /** The line of a token file. */
  public String line() {
    String names = scopes.stream().sorted().map(Scope::label).collect(Collectors.joining(","));
    String rate = requestsPerSecond == 0 ? "" : " rate=" + requestsPerSecond;
    return name + " " + names + " sha256:" + hash + rate;
  }

  /** Whether the token allows requests of a scope. */
  public boolean allows(Scope scope) {
    return scopes.contains(scope) || scopes.contains(Scope.ADMIN);
  }

  /** Hashes a token. Tokens are long and random, so one round of SHA-256 is enough. */
  static String hash(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
