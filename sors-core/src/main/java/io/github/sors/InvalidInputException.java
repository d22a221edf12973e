package io.github.sors;

/**
 * Something that a person gave, such as a file or an option, is not what it should be.
 *
 * <p>The message is one line that says what was expected, what was found and where, and what to do;
 * it is shown as it is, without a stack trace.
 */
public class InvalidInputException extends RuntimeException {

  public InvalidInputException(String message) {
    super(message);
  }

  public InvalidInputException(String message, Throwable cause) {
    super(message, cause);
  }
}
