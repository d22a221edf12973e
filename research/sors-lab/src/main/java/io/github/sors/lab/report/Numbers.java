package io.github.sors.lab.report;

import io.github.sors.lab.paper.PublishedResults;
import io.github.sors.lab.study.Summary;
import java.util.Locale;

/** Formats numbers for tables, independent of the locale. */
final class Numbers {

  private Numbers() {}

  /** {@code 94.09 ± 0.61}, of a fraction; without a deviation if there is only one value. */
  static String percent(Summary summary) {
    return withDeviation("%.2f", 100, summary);
  }

  /** {@code 12.3 ± 0.4}. */
  static String seconds(Summary summary) {
    return withDeviation("%,.1f", 1, summary);
  }

  /** {@code 0.51 ± 0.02}, of seconds. */
  static String milliseconds(Summary summary) {
    return withDeviation("%,.2f", 1000, summary);
  }

  /** {@code 1,234,567 ± 890}. */
  static String count(Summary summary) {
    return withDeviation("%,.0f", 1, summary);
  }

  private static String withDeviation(String format, double factor, Summary summary) {
    String mean = String.format(Locale.ROOT, format, factor * summary.mean());
    return summary.count() == 1
        ? mean
        : mean + " ± " + String.format(Locale.ROOT, format, factor * summary.deviation());
  }

  /** {@code 94.09 ± 0.61}, as in the paper, but thousands without decimals. */
  static String published(PublishedResults.Value value) {
    String format = value.mean() < 1000 ? "%,.2f ± %,.2f" : "%,.0f ± %,.0f";
    return String.format(Locale.ROOT, format, value.mean(), value.deviation());
  }

  /** A p-value: {@code 0.032}, {@code < 0.001}. */
  static String pValue(double value) {
    return value < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", value);
  }
}
