package io.github.sors.spark;

import java.io.Serializable;
import java.util.List;
import scala.runtime.AbstractFunction1;

/**
 * Validates values of params. It throws instead of returning false, since Spark's own exception
 * would not name the expected value.
 */
final class CheckedValue<T> extends AbstractFunction1<T, Object> implements Serializable {

  private static final long serialVersionUID = 1;

  /** Throws an {@link IllegalArgumentException} for a value that is not valid. */
  interface Check<T> extends Serializable {
    void require(T value);
  }

  private final Check<T> check;

  CheckedValue(Check<T> check) {
    this.check = check;
  }

  /** A whole number of at least the given one. */
  static CheckedValue<Object> atLeast(String name, long least) {
    return new CheckedValue<>(
        value -> {
          if (((Number) value).longValue() < least) {
            throw new IllegalArgumentException(
                name
                    + ": expected a whole number of at least "
                    + least
                    + ", found '"
                    + value
                    + "'");
          }
        });
  }

  /** One of some texts. */
  static CheckedValue<String> oneOf(String name, String... texts) {
    return new CheckedValue<>(
        value -> {
          if (!List.of(texts).contains(value)) {
            throw new IllegalArgumentException(
                name + ": expected " + String.join(" or ", texts) + ", found '" + value + "'");
          }
        });
  }

  @Override
  public Object apply(T value) {
    check.require(value);
    return true;
  }
}
