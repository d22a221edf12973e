package io.github.sors.option;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Validated values of all parameters of one algorithm.
 *
 * <p>Threads: immutable. Failures: a parameter that the algorithm does not have throws {@link
 * IllegalArgumentException}, a value beyond an {@code int} {@link ArithmeticException}.
 */
public final class LearningParameters {

  private final Map<String, Entry<?>> entries = new LinkedHashMap<>();

  private record Entry<T>(Parameter<T> parameter, T value) {

    static <T> Entry<T> parse(Parameter<T> parameter, @Nullable String text) {
      return new Entry<>(
          parameter, text == null ? parameter.defaultValue() : parameter.parse(text));
    }

    String text() {
      return parameter.format(value);
    }
  }

  private LearningParameters() {}

  /**
   * Reads values; missing parameters have their defaults.
   *
   * @param texts by name; other names are ignored
   * @throws ParameterException if a value is not valid
   */
  static LearningParameters parse(List<Parameter<?>> parameters, Map<String, String> texts) {
    LearningParameters parsed = new LearningParameters();
    for (Parameter<?> parameter : parameters) {
      parsed.entries.put(parameter.name(), Entry.parse(parameter, texts.get(parameter.name())));
    }
    return parsed;
  }

  /**
   * Returns the value of a parameter.
   *
   * @throws IllegalArgumentException if the algorithm does not have this parameter
   */
  @SuppressWarnings("unchecked") // the entry was made with this very parameter
  public <T> T get(Parameter<T> parameter) {
    Entry<?> entry = entries.get(parameter.name());
    if (entry == null || entry.parameter() != parameter) {
      throw new IllegalArgumentException(
          "expected one of the algorithm's parameters "
              + entries.keySet()
              + ", found another "
              + parameter);
    }
    return (T) entry.value();
  }

  /** The value of a parameter whose range is within that of an {@code int}. */
  public int getInt(Parameter<Long> parameter) {
    return Math.toIntExact(get(parameter));
  }

  /** All values by name, as text. */
  public Map<String, String> asTexts() {
    Map<String, String> texts = new LinkedHashMap<>();
    entries.forEach((name, entry) -> texts.put(name, entry.text()));
    return Collections.unmodifiableMap(texts);
  }
}
