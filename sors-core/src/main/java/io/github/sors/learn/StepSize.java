package io.github.sors.learn;

import io.github.sors.option.Domain;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Locale;
import java.util.Objects;

/**
 * The step size η_t of every round t = 1, 2, …: constant, or falling with t.
 *
 * <p>Threads: immutable. Failures: a number out of range, or a text that is no step size, throws
 * {@link IllegalArgumentException}.
 *
 * @param schedule how it falls
 * @param initial the step size of the first round, c
 */
public record StepSize(Schedule schedule, double initial) {

  private static final RealRange RANGE = RealRange.above(0).atMost(1e9);

  /** How a step size falls with the rounds. */
  public enum Schedule {
    /** η_t = c, as in the paper's experiments. */
    CONSTANT(""),
    /** η_t = c / √t, as in regret bounds. */
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
    if (!RANGE.contains(initial)) {
      throw new IllegalArgumentException(
          "expected " + Steps.DOMAIN.expectation() + ", found '" + initial + "'");
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
          "expected " + Steps.DOMAIN.expectation() + ", found '" + text + "'", e);
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

  /** A parameter that is a step size. */
  static Parameter<StepSize> parameter(String name, StepSize defaultValue, String meaning) {
    return Parameter.of(name, Steps.DOMAIN, defaultValue, meaning);
  }

  /** All step sizes as the values of a parameter. */
  private enum Steps implements Domain<StepSize> {
    DOMAIN;

    @Override
    public Kind kind() {
      return Kind.TEXT;
    }

    @Override
    public String placeholder() {
      return "X";
    }

    @Override
    public StepSize parse(String text) {
      return StepSize.parse(text);
    }

    @Override
    public String format(StepSize value) {
      return value.toString();
    }

    @Override
    public boolean contains(StepSize value) {
      return RANGE.contains(value.initial());
    }

    @Override
    public String range() {
      return "X, X/sqrt(t) or X/t with X " + RANGE.range();
    }

    @Override
    public String expectation() {
      return "a step size such as 0.1, 0.1/sqrt(t) or 0.1/t, with a number " + RANGE.range();
    }
  }
}
