package io.github.sors.tune;

import io.github.sors.option.Parameter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The parameters of a method by name, as text, in the order in which the method lists them.
 *
 * <p>Threads: immutable. Failures: a name without a value throws {@link IllegalArgumentException}.
 *
 * @param values the text of each parameter
 */
public record Parameters(Map<String, String> values) {

  /** No parameters: for methods without any, and for the defaults of all others. */
  public static final Parameters NONE = new Parameters(Map.of());

  public Parameters {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Parameters from names and values in turn. */
  public static Parameters of(String... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException("expected alternating names and values");
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (int k = 0; k < namesAndValues.length; k += 2) {
      values.put(namesAndValues[k], namesAndValues[k + 1]);
    }
    return new Parameters(values);
  }

  /** These parameters with one of them changed or added. */
  public Parameters with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new Parameters(changed);
  }

  /** These parameters with others changed or added. */
  public Parameters with(Parameters others) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    changed.putAll(others.values);
    return new Parameters(changed);
  }

  /** The defaults, spelled as grids spell them. */
  public static Parameters defaults(List<Parameter<?>> parameters) {
    Map<String, String> values = new LinkedHashMap<>();
    parameters.forEach(parameter -> values.put(parameter.name(), parameter.defaultText()));
    return new Parameters(values);
  }

  /** A text such as {@code lambda=1e-6 eta=0.1}; empty if there are none. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }
}
