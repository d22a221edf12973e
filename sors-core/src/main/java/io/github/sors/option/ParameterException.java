package io.github.sors.option;

/**
 * A value that its parameter cannot have: which parameter, what was expected and what was found.
 */
public final class ParameterException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final String name;

  ParameterException(Parameter<?> parameter, String found, Throwable cause) {
    super(
        parameter.name()
            + ": expected "
            + parameter.domain().expectation()
            + ", found '"
            + found
            + "'",
        cause);
    this.name = parameter.name();
  }

  /** The name of the parameter, with which the message begins. */
  public String name() {
    return name;
  }
}
