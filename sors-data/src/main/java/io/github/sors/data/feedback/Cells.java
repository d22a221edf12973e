package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import io.github.sors.Triplet;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns the text of a cell into what it stands for. */
final class Cells {

  /** Numbers of seconds end here, the year 5138; above are milliseconds. */
  private static final double LARGEST_SECONDS = 1e11;

  private static final double LARGEST_MILLISECONDS = 1000 * LARGEST_SECONDS;

  private static final String UTC = "0000-00-00T00:00:00Z";

  private Cells() {}

  /** A weight; 1 if the cell is empty. */
  static double weight(String cell) {
    if (cell.isEmpty()) {
      return 1;
    }
    double weight = number(cell);
    if (!Triplet.isWeight(weight)) {
      throw new InvalidInputException(
          "expected a weight above 0 and at most "
              + Triplet.LARGEST_WEIGHT
              + ", found "
              + FeedbackText.quote(cell));
    }
    return weight;
  }

  /** A grade, any finite number. */
  static double grade(String cell) {
    double grade = number(cell);
    if (!(Math.abs(grade) <= Triplet.LARGEST_WEIGHT)) {
      throw new InvalidInputException(
          "expected a grade, a number such as 0 or 1, found " + FeedbackText.quote(cell));
    }
    return grade;
  }

  /** A rank from 1. */
  static int rank(String cell) {
    double rank = number(cell);
    if (!(rank >= 1 && rank <= Integer.MAX_VALUE && rank == Math.rint(rank))) {
      throw new InvalidInputException(
          "expected a rank, a whole number from 1, found " + FeedbackText.quote(cell));
    }
    return (int) rank;
  }

  /** Whether a cell says that something was clicked. */
  static boolean clicked(String cell) {
    return switch (cell.toLowerCase(Locale.ROOT)) {
      case "1", "true", "yes", "1.0" -> true;
      case "0", "false", "no", "0.0" -> false;
      default ->
          throw new InvalidInputException(
              "expected 0 or 1, true or false for clicked, found " + FeedbackText.quote(cell));
    };
  }

  /** A time: ISO 8601, in UTC unless it has a zone, or seconds or milliseconds since 1970. */
  static @Nullable Instant time(@Nullable String cell) {
    if (cell == null || cell.isBlank()) {
      return null;
    }
    String text = cell.strip();
    double number = number(text);
    if (Math.abs(number) < LARGEST_MILLISECONDS) {
      return Instant.ofEpochMilli(
          Math.round(Math.abs(number) < LARGEST_SECONDS ? 1000 * number : number));
    }
    try {
      return date(text.replace(' ', 'T'));
    } catch (DateTimeException e) {
      throw new InvalidInputException(
          "expected a time such as 2026-11-19T08:30:00Z, or seconds or milliseconds since 1970,"
              + " found "
              + FeedbackText.quote(cell),
          e);
    }
  }

  private static Instant date(String text) {
    if (isPlainUtc(text)) {
      // what nearly all logs have, at a tenth of a formatter's cost
      LocalDate day = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
      LocalTime time =
          LocalTime.of(digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19));
      return day.atTime(time).toInstant(ZoneOffset.UTC);
    }
    int hours = text.indexOf('T');
    if (hours < 0) {
      return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    boolean hasZone =
        text.endsWith("Z") || text.indexOf('+', hours) > 0 || text.indexOf('-', hours) > 0;
    return hasZone
        ? OffsetDateTime.parse(text).toInstant()
        : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
  }

  /** Whether a text has the form 2026-11-19T08:30:00Z. */
  private static boolean isPlainUtc(String text) {
    if (text.length() != UTC.length()) {
      return false;
    }
    for (int i = 0; i < UTC.length(); i++) {
      char character = text.charAt(i);
      boolean isDigit = character >= '0' && character <= '9';
      if (UTC.charAt(i) == '0' ? !isDigit : character != UTC.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int digits(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  /** The number in a text, or NaN. */
  private static double number(String text) {
    int last = text.isEmpty() ? ' ' : text.charAt(text.length() - 1);
    boolean isPlain =
        text.length() <= 32
            && ((last >= '0' && last <= '9') || last == '.')
            && text.indexOf('x') < 0;
    if (!isPlain) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
