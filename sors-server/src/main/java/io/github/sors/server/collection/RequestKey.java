package io.github.sors.server.collection;

/**
 * What tells a retried request from a new one.
 *
 * @param key chosen by the client; empty where it did not choose any
 * @param fingerprint of the content, so that a key that is used for something else is noticed
 */
public record RequestKey(String key, long fingerprint) {

  /** The key of a request that is never taken for a retried one. */
  public static final RequestKey NONE = new RequestKey("", 0);

  boolean isNone() {
    return key.isEmpty();
  }
}
