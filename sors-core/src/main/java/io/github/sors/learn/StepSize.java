package io.github.sors.learn;

import java.util.Locale;
import java.util.Objects;

/**
 * The step size η_t of every round t = 1, 2, …: constant, or falling with t.
 *
 * @param schedule how it falls
 * @param initial the step size of the first round, c
 */
public record StepSize(Schedule schedule, double initial) {

  /** How a step size falls with the rounds. */
  public enum Schedule {
    /** η_t = c, as in the paper's experiments. */
    CONSTANT(""),
    /** η_t = c / √t, as regret bounds like it. */
    INVERSE_SQUARE_ROOT("/sqrt(t)"),
    /** η_t = c / t. */
    INVERSE("/t");

    private final String suffix;

    Schedule(String suffix) {
      this.suffix = suffix;
    }
  }

  public StepSize {
    Objects.requireNonNull(schedule, "schedule");
    if (!(initial > 0) || initial > 1e9) {
      throw new IllegalArgumentException(
          "a step size eta above 0 and at most 1e9 expected, found " + initial);
    }
  }

  public static StepSize constant(double eta) {
    return new StepSize(Schedule.CONSTANT, eta);
  }

  public static StepSize inverseSquareRoot(double c) {
    return new StepSize(Schedule.INVERSE_SQUARE_ROOT, c);
  }

  public static StepSize inverse(double c) {
    return new StepSize(Schedule.INVERSE, c);
  }

  /** Reads {@code 0.1}, {@code 0.1/sqrt(t)} or {@code 0.1/t}. */
  public static StepSize parse(String text) {
    String compact = text.replace(" ", "").toLowerCase(Locale.ROOT);
    Schedule schedule = Schedule.CONSTANT;
    for (Schedule candidate : Schedule.values()) {
      if (!candidate.suffix.isEmpty() && compact.endsWith(candidate.suffix)) {
        schedule = candidate;
        compact = compact.substring(0, compact.length() - candidate.suffix.length());
      }
    }
    try {
      return new StepSize(schedule, Double.parseDouble(compact));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a step size like 0.1, 0.1/sqrt(t) or 0.1/t expected, found '" + text + "'", e);
    }
  }

  /** The step size of a round, counted from 1. */
  public double at(long round) {
    return switch (schedule) {
      case CONSTANT -> initial;
      case INVERSE_SQUARE_ROOT -> initial / Math.sqrt((double) round);
      case INVERSE -> initial / round;
    };
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return initial + schedule.suffix;
  }
}
