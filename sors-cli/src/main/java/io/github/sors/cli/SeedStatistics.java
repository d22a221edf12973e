package io.github.sors.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The mean and the standard deviation of a figure over several seeds. */
final class SeedStatistics {

  private final List<Double> values = new ArrayList<>();

  void add(double value) {
    values.add(value);
  }

  double mean() {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /** The standard deviation between seeds; 0 for a single one. */
  double deviation() {
    double mean = mean();
    double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return values.size() < 2 ? 0 : Math.sqrt(squares / (values.size() - 1));
  }

  /** {@code 56.4 ± 0.6}, for fractions. */
  String percent() {
    return String.format(Locale.ROOT, "%.1f ± %.1f", 100 * mean(), 100 * deviation());
  }

  /** {@code 1.2 ± 0.1}. */
  String plain() {
    return String.format(Locale.ROOT, "%.1f ± %.1f", mean(), deviation());
  }
}
