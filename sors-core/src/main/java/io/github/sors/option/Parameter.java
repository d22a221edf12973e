package io.github.sors.option;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * One parameter of an algorithm. Its name, default and range are defined only here.
 *
 * <p>Algorithms may share a parameter, and may have different parameters of the same name, such as
 * the {@code lambda} of SORS and of SDML.
 *
 * <p>Threads: immutable. Failures: a value out of its range, also as the default or for tuning,
 * throws {@link ParameterException}, null {@link NullPointerException}.
 *
 * @param <T> the type of a value
 */
public final class Parameter<T> {

  private final String name;
  private final Domain<T> domain;
  private final T defaultValue;
  private final String meaning;
  private final String unit;
  private final List<String> grid;

  private Parameter(
      String name,
      Domain<T> domain,
      T defaultValue,
      String meaning,
      String unit,
      List<String> grid) {
    this.name = Objects.requireNonNull(name, "name");
    this.domain = Objects.requireNonNull(domain, "domain");
    this.defaultValue = require(defaultValue);
    this.meaning = meaning;
    this.unit = unit;
    this.grid = List.copyOf(grid);
    grid.forEach(this::parse);
  }

  /**
   * Creates a parameter without a unit and without a tuning grid.
   *
   * @param meaning what it does, in a few words, starting in lower case and without a full stop
   */
  public static <T> Parameter<T> of(String name, Domain<T> domain, T defaultValue, String meaning) {
    return new Parameter<>(name, domain, defaultValue, meaning, "", List.of());
  }

  /** This parameter, measured in a unit. */
  public Parameter<T> in(String newUnit) {
    return new Parameter<>(name, domain, defaultValue, meaning, newUnit, grid);
  }

  /** This parameter with the values that tuning tries, as users write them. */
  public Parameter<T> tuned(String... values) {
    return new Parameter<>(name, domain, defaultValue, meaning, unit, List.of(values));
  }

  /** This parameter with another default. */
  public Parameter<T> withDefault(T newDefault) {
    return new Parameter<>(name, domain, newDefault, meaning, unit, grid);
  }

  /** The name in option maps and files, and without dashes on the command line. */
  public String name() {
    return name;
  }

  /** The values that it may have. */
  public Domain<T> domain() {
    return domain;
  }

  /** The default value. */
  public T defaultValue() {
    return defaultValue;
  }

  /** The default as users write it, such as {@code 1e-6}. */
  public String defaultText() {
    return compact(domain.format(defaultValue));
  }

  /** What it does. */
  public String meaning() {
    return meaning;
  }

  /** The unit; empty for a plain number or a name. */
  public String unit() {
    return unit;
  }

  /** The values that tuning tries; empty if it uses the default. */
  public List<String> grid() {
    return grid;
  }

  /**
   * Reads a value.
   *
   * @throws ParameterException if the text is not a value within the range
   */
  public T parse(String text) {
    T value;
    try {
      value = domain.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(this, text, e);
    }
    if (!domain.contains(value)) {
      throw new ParameterException(this, text, null);
    }
    return value;
  }

  /** Writes a value as {@link #parse} reads it and as files store it. */
  public String format(T value) {
    return domain.format(value);
  }

  /**
   * Returns the value.
   *
   * @throws ParameterException if it is not within the range
   */
  public T require(T value) {
    Objects.requireNonNull(value, name);
    if (!domain.contains(value)) {
      throw new ParameterException(this, domain.format(value), null);
    }
    return value;
  }

  /**
   * A number as users write it: {@code 1.0E-6} becomes {@code 1e-6}, and {@code 10.0} becomes
   * {@code 10}.
   */
  public static String compact(String number) {
    return number.replaceFirst("\\.0(?=E|/|$)", "").toLowerCase(Locale.ROOT);
  }

  /** Whether both have the same description, ignoring tuning grids. */
  boolean readsLike(Parameter<?> other) {
    return name.equals(other.name)
        && defaultText().equals(other.defaultText())
        && domain.expectation().equals(other.domain.expectation())
        && meaning.equals(other.meaning)
        && unit.equals(other.unit);
  }

  @Override
  public String toString() {
    return name;
  }
}
