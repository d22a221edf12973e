package io.github.sors.spark;

import io.github.sors.learn.Learners;
import io.github.sors.option.ListedOption;
import io.github.sors.option.Parameter;
import java.io.Serializable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** The options of the algorithms as params of an estimator: one per name, with a validator. */
final class LearnerParams implements Serializable {

  private static final long serialVersionUID = 1;

  /**
   * Names of params instead of those of options that are keywords of Python, or that a model has
   * with another meaning: its k is a number of neighbours.
   */
  private static final Map<String, String> RENAMED =
      Map.of("lambda", "regParam", "k", "encodingLength");

  // by the name of the option
  private final LinkedHashMap<String, Param<?>> params = new LinkedHashMap<>();

  /**
   * Creates the params.
   *
   * @param estimator the owner of the params
   * @param existing params of the estimator that algorithms also read
   */
  LearnerParams(Params estimator, Param<?>... existing) {
    for (ListedOption option : Learners.options().options()) {
      params.put(option.name(), param(estimator, option));
    }
    for (Param<?> param : existing) {
      params.replace(param.name(), param);
    }
  }

  private static Param<?> param(Params estimator, ListedOption option) {
    String optionName = option.name();
    String name = paramName(optionName);
    CheckedValue<Object> valid = new CheckedValue<>(value -> requireValid(optionName, value));
    return switch (option.kind()) {
      case REAL -> new DoubleParam(estimator, name, option.help(), valid);
      case INTEGER -> new LongParam(estimator, name, option.help(), valid);
      case FLAG -> new BooleanParam(estimator, name, option.help());
      case TEXT -> new Param<Object>(estimator, name, option.help(), valid);
    };
  }

  /**
   * The name of the param for an option of an algorithm, which has to be an identifier in Python:
   * {@code shrinkTo} for {@code shrink-to}. The name of a param is returned unchanged.
   */
  static String paramName(String option) {
    StringBuilder name = new StringBuilder();
    for (String word : RENAMED.getOrDefault(option, option).split("-", -1)) {
      boolean isFirst = name.isEmpty();
      name.append(isFirst || word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)));
      name.append(isFirst || word.isEmpty() ? "" : word.substring(1));
    }
    return name.toString();
  }

  /** All of them. */
  Collection<Param<?>> all() {
    return params.values();
  }

  /** The param of a number. */
  DoubleParam real(String name) {
    return (DoubleParam) params.get(name);
  }

  /** The param of a whole number. */
  LongParam whole(String name) {
    return (LongParam) params.get(name);
  }

  /** The param of a text. */
  @SuppressWarnings("unchecked") // params of the kind TEXT have text values
  Param<String> text(String name) {
    return (Param<String>) params.get(name);
  }

  /**
   * The default to show for each param, which is that of the first algorithm with such an option.
   */
  Map<Param<?>, Object> defaults() {
    Map<Param<?>, Object> defaults = new LinkedHashMap<>();
    for (ListedOption option : Learners.options().options()) {
      Parameter<?> first = option.uses().get(0).parameter();
      defaults.put(
          params.get(option.name()),
          switch (option.kind()) {
            case REAL, INTEGER, FLAG -> first.defaultValue();
            case TEXT -> first.defaultText();
          });
    }
    return defaults;
  }

  /**
   * The values that are set, by name and as text; the others have the defaults of the algorithm.
   */
  Map<String, String> given(Params estimator) {
    Map<String, String> given = new TreeMap<>();
    params.forEach(
        (name, param) -> {
          if (estimator.isSet(param)) {
            given.put(name, String.valueOf(estimator.getOrDefault(param)));
          }
        });
    return given;
  }

  private static void requireValid(String name, Object value) {
    Learners.options().options().stream()
        .filter(option -> option.name().equals(name))
        .forEach(option -> option.requireValidForSome(String.valueOf(value)));
  }
}
