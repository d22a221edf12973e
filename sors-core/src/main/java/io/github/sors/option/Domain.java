package io.github.sors.option;

/**
 * The values that a parameter may have, and their spelling as text.
 *
 * <p>Threads: immutable. Failures: a text that cannot be read throws {@link
 * IllegalArgumentException}; a value out of range is returned, and {@link #contains} says so.
 *
 * @param <T> the type of a value
 */
public interface Domain<T> {

  /** The type of a value in systems that distinguish types, such as Spark. */
  enum Kind {
    /** A {@link Double}. */
    REAL,
    /** A {@link Long}. */
    INTEGER,
    /** A {@link Boolean}. */
    FLAG,
    /** Text that only the domain can read, such as one of several names. */
    TEXT
  }

  /** The type of a value. */
  Kind kind();

  /** The placeholder of a value in help texts: {@code X}, {@code N} or {@code NAME}. */
  String placeholder();

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the text cannot be read; a value out of range may be
   *     returned, see {@link #contains}
   */
  T parse(String text);

  /** Writes a value so that {@link #parse} reads the same value. */
  String format(T value);

  /** Whether the value is within the range. */
  boolean contains(T value);

  /** The range in words, such as {@code at least 0 and at most 1e9}. */
  String range();

  /** The expected value in words, for error messages, such as {@code a number of at least 0}. */
  String expectation();
}
