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

  private final LinkedHashMap<String, Param<?>> params = new LinkedHashMap<>();

  /**
   * Creates the params.
   *
   * @param estimator the owner of the params
   * @param existing params of the estimator that algorithms also read
   */
  LearnerParams(Params estimator, Param<?>... existing) {
    for (ListedOption option : Learners.options().options()) {
      params.put(option.name(), param(estimator, nameOf(option), option));
    }
    for (Param<?> param : existing) {
      params.replace(param.name(), param);
    }
  }

  /** The name of the param of an option; k is what the model calls its number of neighbours. */
  static String nameOf(ListedOption option) {
    return option.name().equals("k") ? "encodingLength" : option.name();
  }

  private static Param<?> param(Params estimator, String name, ListedOption option) {
    CheckedValue<Object> valid = new CheckedValue<>(value -> requireValid(option.name(), value));
    return switch (option.kind()) {
      case REAL -> new DoubleParam(estimator, name, option.help(), valid);
      case INTEGER -> new LongParam(estimator, name, option.help(), valid);
      case FLAG -> new BooleanParam(estimator, name, option.help());
      case TEXT -> new Param<Object>(estimator, name, option.help(), valid);
    };
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
