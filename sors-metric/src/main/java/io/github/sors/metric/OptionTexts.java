package io.github.sors.metric;

import io.github.sors.BilinearModel;
import java.util.Map;

/** Options as text, each with a default. */
record OptionTexts(Map<String, String> texts) {

  double number(String name, double otherwise) {
    String text = texts.get(name);
    try {
      return text == null ? otherwise : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a number expected for " + name + ", found '" + text + "'", e);
    }
  }

  int count(String name, int otherwise) {
    String text = texts.get(name);
    try {
      return text == null ? otherwise : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a whole number expected for " + name + ", found '" + text + "'", e);
    }
  }

  BilinearModel.Form form(String name, BilinearModel.Form otherwise) {
    String text = texts.get(name);
    return text == null ? otherwise : BilinearModel.Form.parse(text);
  }

  static void requirePositive(String name, double value) {
    if (!(value > 0) || value > 1e9) {
      throw new IllegalArgumentException(
          "a value of " + name + " above 0 and at most 1e9 expected, found " + value);
    }
  }

  static void requireTolerance(double tolerance) {
    if (!(tolerance >= 0) || tolerance >= 1) {
      throw new IllegalArgumentException(
          "a tolerance of at least 0 and below 1 expected, found " + tolerance);
    }
  }
}
