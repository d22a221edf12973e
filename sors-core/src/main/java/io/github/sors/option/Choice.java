package io.github.sors.option;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One of several values, each with a name.
 *
 * <p>Threads: immutable. Failures: a name that is none of the values throws {@link
 * IllegalArgumentException}.
 *
 * @param <T> the type of a value
 */
public final class Choice<T> implements Domain<T> {

  private final Map<String, T> valuesByName = new LinkedHashMap<>();
  private final Function<T, String> name;
  private final Kind kind;

  private Choice(List<T> values, Function<T, String> name, Kind kind) {
    this.name = name;
    this.kind = kind;
    values.forEach(value -> valuesByName.put(name.apply(value), value));
  }

  /** The constants of an enum. */
  public static <E extends Enum<E>> Choice<E> of(Class<E> type, Function<E, String> name) {
    return new Choice<>(Arrays.asList(type.getEnumConstants()), name, Kind.TEXT);
  }

  /** True or false. */
  public static Choice<Boolean> flag() {
    return new Choice<>(List.of(true, false), value -> Boolean.toString(value), Kind.FLAG);
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public String placeholder() {
    return "NAME";
  }

  @Override
  public T parse(String text) {
    T value = valuesByName.get(text);
    if (value == null) {
      throw new IllegalArgumentException("expected " + expectation() + ", found '" + text + "'");
    }
    return value;
  }

  @Override
  public String format(T value) {
    return name.apply(value);
  }

  @Override
  public boolean contains(T value) {
    return valuesByName.containsValue(value);
  }

  @Override
  public String range() {
    List<String> names = List.copyOf(valuesByName.keySet());
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  @Override
  public String expectation() {
    return range();
  }
}
