package io.github.sors.option;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a value is invalid for its parameter; the message has the parameter, the expected and
 * the given value.
 */
public final class ParameterException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final String name;

  ParameterException(Parameter<?> parameter, String found, @Nullable Throwable cause) {
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

  /** The name of the parameter; the message starts with it. */
  public String name() {
    return name;
  }
}
