package io.github.sors.server.collection;

import org.jspecify.annotations.Nullable;

/** Thrown if a collection rejects a change; the collection is unchanged. */
public final class RefusedException extends RuntimeException {

  /** The reason for a rejection. */
  public enum Reason {
    /** The change names an item that does not exist. */
    UNKNOWN_ITEM,
    /** The change contradicts itself or the state of the collection. */
    CONFLICT,
    /** Its key was used for another change. */
    KEY_REUSED,
    /** The collection has reached one of its limits. */
    FULL,
    /** The request exceeds a limit for single requests. */
    TOO_LARGE,
    /** The collection was opened for reading only. */
    READ_ONLY,
    /** Too many changes are waiting. */
    OVERLOADED,
    /** The change cannot be written to disk. */
    STORAGE,
    /** The collection is being closed. */
    CLOSED
  }

  private final Reason reason;

  public RefusedException(Reason reason, String message) {
    this(reason, message, null);
  }

  public RefusedException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** The reason in words, never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  public Reason reason() {
    return reason;
  }
}
