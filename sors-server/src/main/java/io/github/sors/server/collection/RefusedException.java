package io.github.sors.server.collection;

/** A change that a collection does not make; the collection is as before. */
public final class RefusedException extends RuntimeException {

  /** Why a change is not made. */
  public enum Reason {
    /** It names an item that is not there. */
    UNKNOWN_ITEM,
    /** It contradicts itself or what is there. */
    CONFLICT,
    /** Its key was used for another change. */
    KEY_REUSED,
    /** The collection has reached one of its limits. */
    FULL,
    /** One request asks for more than a request may. */
    TOO_LARGE,
    /** The collection was opened for reading only. */
    READ_ONLY,
    /** Too many changes are waiting. */
    OVERLOADED,
    /** The disk does not take it. */
    STORAGE,
    /** The collection is being closed. */
    CLOSED
  }

  private final Reason reason;

  RefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  RefusedException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
