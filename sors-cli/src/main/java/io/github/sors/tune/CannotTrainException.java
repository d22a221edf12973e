package io.github.sors.tune;

import org.jspecify.annotations.Nullable;

/** Thrown if a method cannot be trained; the message gives the reason, as a footnote of a table. */
public final class CannotTrainException extends Exception {

  /** The reason. */
  public enum Cause {
    /** It needs more memory than is available. */
    MEMORY,
    /** It exceeds its time limit. */
    TIME,
    /** It does not support such data. */
    DATA
  }

  private final Cause kind;

  /**
   * Creates an exception.
   *
   * @param message the reason in words
   */
  public CannotTrainException(Cause kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** The reason in words, never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** The reason. */
  public Cause kind() {
    return kind;
  }
}
