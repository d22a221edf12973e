package io.github.sors.learn;

import io.github.sors.option.Domain;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The loss of a round whose score falls short of the margin by s = margin - xᵀM(x⁺ - x⁻).
 *
 * <pre>
 * hinge:     ℓ = [s]₊                        slope = 1 if s > 0, else 0
 * logistic:  ℓ = τ log(1 + exp(s / τ))        slope = 1 / (1 + exp(-s / τ))
 * </pre>
 *
 * <p>The gradient is slope · -x(x⁺ - x⁻)ᵀ. The logistic loss is a smooth hinge: its slope is one
 * half at the margin, the temperature τ is the width of the bend, and τ → 0 gives the hinge. Its
 * slope is never above 1, so a step size means the same for both. Rounds beyond the margin still
 * have a small loss, so every round takes a step, while the hinge skips rounds without a loss.
 *
 * <p>Threads: immutable. Failures: a temperature out of range, or a text that is no loss, throws
 * {@link IllegalArgumentException}.
 *
 * @param shape which of the two
 * @param tau the temperature τ of the logistic loss, in units of a score; 0 for the hinge
 */
public record TripletLoss(Shape shape, double tau) {

  private static final RealRange TAU = RealRange.atLeast(1e-6).atMost(1e6);
  private static final double DEFAULT_TAU = 0.2;

  /** The hinge loss. */
  public static final TripletLoss HINGE = new TripletLoss(Shape.HINGE, 0);

  /** The shape of a loss. */
  public enum Shape {
    /** ℓ = [s]₊. */
    HINGE,
    /** ℓ = τ log(1 + exp(s / τ)). */
    LOGISTIC;

    private String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public TripletLoss {
    Objects.requireNonNull(shape, "shape");
    if (shape == Shape.HINGE ? tau != 0 : !TAU.contains(tau)) {
      throw new IllegalArgumentException(
          "expected " + Losses.DOMAIN.expectation() + ", found " + shape.label() + ":" + tau);
    }
  }

  /** The logistic loss of a temperature. */
  public static TripletLoss logistic(double tau) {
    return new TripletLoss(Shape.LOGISTIC, tau);
  }

  /** Reads {@code hinge}, {@code logistic} or {@code logistic:0.2}. */
  public static TripletLoss parse(String text) {
    String compact = text.replace(" ", "").toLowerCase(Locale.ROOT);
    String logistic = Shape.LOGISTIC.label();
    if (compact.equals(Shape.HINGE.label())) {
      return HINGE;
    }
    if (compact.equals(logistic)) {
      return logistic(DEFAULT_TAU);
    }
    if (compact.startsWith(logistic + ":")) {
      try {
        return logistic(Double.parseDouble(compact.substring(logistic.length() + 1)));
      } catch (NumberFormatException e) {
        throw unreadable(text, e);
      }
    }
    throw unreadable(text, null);
  }

  private static IllegalArgumentException unreadable(String text, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "expected " + Losses.DOMAIN.expectation() + ", found '" + text + "'", cause);
  }

  /**
   * The loss of a round.
   *
   * @param shortfall s, the margin less the score
   */
  public double of(double shortfall) {
    if (shape == Shape.HINGE) {
      return Math.max(0, shortfall);
    }
    return Math.max(0, shortfall) + tau * Math.log1p(Math.exp(-Math.abs(shortfall) / tau));
  }

  /** The slope of the loss at the point where it has this value, from 0 to 1. */
  public double slope(double loss) {
    if (shape == Shape.HINGE) {
      return loss > 0 ? 1 : 0;
    }
    return -Math.expm1(-loss / tau);
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return shape == Shape.HINGE ? shape.label() : shape.label() + ":" + tau;
  }

  /** A parameter that is a loss. */
  static Parameter<TripletLoss> parameter(String name, String meaning) {
    return Parameter.of(name, Losses.DOMAIN, HINGE, meaning);
  }

  /** All losses as the values of a parameter. */
  private enum Losses implements Domain<TripletLoss> {
    DOMAIN;

    @Override
    public Kind kind() {
      return Kind.TEXT;
    }

    @Override
    public String placeholder() {
      return "NAME";
    }

    @Override
    public TripletLoss parse(String text) {
      return TripletLoss.parse(text);
    }

    @Override
    public String format(TripletLoss value) {
      return value.toString();
    }

    @Override
    public boolean contains(TripletLoss value) {
      return true; // there are no others
    }

    @Override
    public String range() {
      return "hinge, logistic or logistic:X with X "
          + TAU.range()
          + ", "
          + Parameter.compact(Double.toString(DEFAULT_TAU))
          + " by default";
    }

    @Override
    public String expectation() {
      return "hinge, logistic or logistic:X with a temperature X " + TAU.range();
    }
  }
}
