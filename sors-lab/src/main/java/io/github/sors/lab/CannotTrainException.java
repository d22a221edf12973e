package io.github.sors.lab;

/** A method cannot be trained here; the message says why, in the words of a table's footnote. */
public final class CannotTrainException extends Exception {

  /** What stands in the way. */
  public enum Cause {
    /** It takes more memory than there is. */
    MEMORY,
    /** It takes longer than it may. */
    TIME,
    /** It is not made for such data. */
    DATA
  }

  private final Cause kind;

  public CannotTrainException(Cause kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What stands in the way. */
  public Cause kind() {
    return kind;
  }
}
