package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import java.util.Map;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;

/** Creates an estimator from params by name and as text. */
final class EstimatorParams {

  private EstimatorParams() {}

  /**
   * Creates an estimator.
   *
   * @throws InvalidInputException if there is no such param, or a value is not of its type
   */
  static SorsSimilarity of(Map<String, String> texts) {
    SorsSimilarity estimator = new SorsSimilarity();
    texts.forEach((name, text) -> set(estimator, name, text));
    return estimator;
  }

  static void set(SorsSimilarity estimator, String name, String text) {
    if (!estimator.hasParam(name)) {
      throw new InvalidInputException(
          "there is no param " + name + ": see 'sors spark train --help' for their names");
    }
    Param<Object> param = estimator.getParam(name);
    try {
      estimator.set(param, value(param, text));
    } catch (InvalidInputException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e.getMessage(), e);
    }
  }

  private static Object value(Param<?> param, String text) {
    try {
      if (param instanceof IntParam) {
        return Integer.valueOf(text);
      }
      if (param instanceof LongParam) {
        return Long.valueOf(text);
      }
      if (param instanceof DoubleParam) {
        return Double.valueOf(text);
      }
      return param instanceof BooleanParam ? (Object) flag(param, text) : text;
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "expected a number for " + param.name() + ", found '" + text + "'", e);
    }
  }

  private static boolean flag(Param<?> param, String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new InvalidInputException(
          param.name() + ": expected true or false, found '" + text + "'");
    }
    return text.equals("true");
  }
}
