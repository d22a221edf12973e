package io.github.sors.server.collection;

/**
 * Distinguishes a retried request from a new one.
 *
 * @param key chosen by the client; empty if it did not send one
 * @param fingerprint a hash of the content, to detect a key that is used for another request
 */
public record RequestKey(String key, long fingerprint) {

  /** No key: the request never counts as a retry. */
  public static final RequestKey NONE = new RequestKey("", 0);

  /** Whether the request has no key. */
  public boolean isNone() {
    return key.isEmpty();
  }
}
