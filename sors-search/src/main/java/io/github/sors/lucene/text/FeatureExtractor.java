package io.github.sors.lucene.text;

import io.github.sors.InvalidInputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.lucene.analysis.Analyzer;
import org.jspecify.annotations.Nullable;

/**
 * The features of a record by name, and how often it has each: {@code term} of the only text column
 * or of columns that are one field, {@code column:term} of one of several, {@code column=value} of
 * a category, and {@code column<10}, {@code column 10..20} or {@code column>=20} of a number.
 */
final class FeatureExtractor {

  private final TermCounter terms;
  private final List<String> textColumns;
  private final List<String> categoryColumns;
  private final Map<String, NumberBins> numbers;
  private final boolean oneField;

  FeatureExtractor(
      Analyzer analyzer,
      boolean oneField,
      List<String> textColumns,
      List<String> categoryColumns,
      Map<String, NumberBins> numbers) {
    this.terms = new TermCounter(analyzer);
    this.oneField = oneField || textColumns.size() == 1;
    this.textColumns = textColumns;
    this.categoryColumns = categoryColumns;
    this.numbers = numbers;
  }

  /** The features of a whole record; a column that it does not have adds none. */
  Map<String, Integer> features(Map<String, String> fields, String record) {
    Map<String, Integer> counts = new HashMap<>();
    for (String column : textColumns) {
      terms.count(fields.getOrDefault(column, ""), prefix(column), counts);
    }
    for (String column : categoryColumns) {
      String value = fields.getOrDefault(column, "").strip();
      if (!value.isEmpty()) {
        counts.merge(column + "=" + value, 1, Integer::sum);
      }
    }
    numbers.forEach(
        (column, bins) ->
            number(fields, column, record)
                .ifPresent(value -> counts.merge(bins.feature(column, value), 1, Integer::sum)));
    return counts;
  }

  /** The features of a text alone, in every column of text, or in the field that they are. */
  Map<String, Integer> featuresOfText(String text) {
    Map<String, Integer> counts = new HashMap<>();
    if (oneField) {
      terms.count(text, "", counts);
      return counts;
    }
    for (String column : textColumns) {
      terms.count(text, prefix(column), counts);
    }
    return counts;
  }

  static OptionalDouble number(Map<String, String> fields, String column, String record) {
    String value = fields.getOrDefault(column, "").strip();
    if (value.isEmpty()) {
      return OptionalDouble.empty();
    }
    try {
      double number = Double.parseDouble(value);
      if (Double.isFinite(number)) {
        return OptionalDouble.of(number);
      }
    } catch (NumberFormatException e) {
      throw notANumber(column, record, value, e);
    }
    throw notANumber(column, record, value, null);
  }

  private static InvalidInputException notANumber(
      String column, String record, String value, @Nullable NumberFormatException cause) {
    return new InvalidInputException(
        record + ": expected a number in the column '" + column + "', found '" + value + "'",
        cause);
  }

  private String prefix(String column) {
    return oneField ? "" : column + ":";
  }
}
