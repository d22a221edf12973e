package io.github.sors;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if input from a user, such as a file or an option, is invalid.
 *
 * <p>The message is one line that says what was expected, what was found and where, and what to do;
 * it is shown to the user without a stack trace. If changing a setting would help, the exception
 * carries a {@link Remedy}, so that a program can phrase it in its own terms.
 */
public class InvalidInputException extends RuntimeException {

  private final String problem;
  private final @Nullable Remedy remedy;

  /** Creates an exception with its whole message. */
  public InvalidInputException(String message) {
    this(message, (Throwable) null);
  }

  /** Creates an exception with its whole message and its cause. */
  public InvalidInputException(String message, @Nullable Throwable cause) {
    super(message, cause);
    this.problem = message;
    this.remedy = null;
  }

  /**
   * Creates an exception whose message is the problem and the remedy.
   *
   * @param problem what is wrong, without what to do about it
   */
  public InvalidInputException(String problem, Remedy remedy) {
    this(problem, remedy, null);
  }

  /**
   * Creates an exception whose message is the problem and the remedy.
   *
   * @param problem what is wrong, without what to do about it
   */
  public InvalidInputException(String problem, Remedy remedy, @Nullable Throwable cause) {
    super(problem + ": " + remedy, cause);
    this.problem = problem;
    this.remedy = remedy;
  }

  /** The whole message, never null. */
  @Override
  public final String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** What is wrong, without the remedy; the whole message if there is none. */
  public final String problem() {
    return problem;
  }

  /** The setting to change, if that would help. */
  public final Optional<Remedy> remedy() {
    return Optional.ofNullable(remedy);
  }
}
