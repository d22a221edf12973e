package io.github.sors.learn;

import io.github.sors.option.Domain;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Locale;
import java.util.Objects;

/**
 * What a round costs that falls short of the margin by s = margin - xᵀM(x⁺ - x⁻).
 *
 * <pre>
 * hinge:     ℓ = [s]₊                        slope = 1 if s > 0, else 0
 * logistic:  ℓ = τ log(1 + exp(s / τ))        slope = 1 / (1 + exp(-s / τ))
 * </pre>
 *
 * <p>The gradient is slope · -x(x⁺ - x⁻)ᵀ. The logistic loss is the hinge made smooth: the margin
 * is where its slope is one half, the temperature τ is how wide the bend is, and τ → 0 gives the
 * hinge back. Its slope is never above 1, so a step size means the same for both. Rounds beyond the
 * margin still teach a little, so every round takes a step where the hinge spares those without a
 * loss.
 *
 * @param kind which of the two
 * @param tau the temperature τ of the logistic loss, in units of a score; 0 for the hinge
 */
public record TripletLoss(Kind kind, double tau) {

  private static final RealRange TAU = RealRange.atLeast(1e-6).atMost(1e6);
  private static final double DEFAULT_TAU = 0.2;

  /** The hinge loss. */
  public static final TripletLoss HINGE = new TripletLoss(Kind.HINGE, 0);

  /** The shape of a loss. */
  public enum Kind {
    /** ℓ = [s]₊. */
    HINGE,
    /** ℓ = τ log(1 + exp(s / τ)). */
    LOGISTIC;

    private String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public TripletLoss {
    Objects.requireNonNull(kind, "kind");
    if (kind == Kind.HINGE ? tau != 0 : !TAU.contains(tau)) {
      throw new IllegalArgumentException(
          "expected " + Losses.DOMAIN.expectation() + ", found " + kind.label() + ":" + tau);
    }
  }

  /** The logistic loss of a temperature. */
  public static TripletLoss logistic(double tau) {
    return new TripletLoss(Kind.LOGISTIC, tau);
  }

  /** Reads {@code hinge}, {@code logistic} or {@code logistic:0.2}. */
  public static TripletLoss parse(String text) {
    String compact = text.replace(" ", "").toLowerCase(Locale.ROOT);
    String logistic = Kind.LOGISTIC.label();
    if (compact.equals(Kind.HINGE.label())) {
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

  private static IllegalArgumentException unreadable(String text, Throwable cause) {
    return new IllegalArgumentException(
        "expected " + Losses.DOMAIN.expectation() + ", found '" + text + "'", cause);
  }

  /**
   * The loss of a round.
   *
   * @param shortfall s, by how much the score is below the margin
   */
  public double of(double shortfall) {
    if (kind == Kind.HINGE) {
      return Math.max(0, shortfall);
    }
    return Math.max(0, shortfall) + tau * Math.log1p(Math.exp(-Math.abs(shortfall) / tau));
  }

  /** How steep the loss is where it has this value, from 0 to 1. */
  public double slope(double loss) {
    if (kind == Kind.HINGE) {
      return loss > 0 ? 1 : 0;
    }
    return -Math.expm1(-loss / tau);
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return kind == Kind.HINGE ? kind.label() : kind.label() + ":" + tau;
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
          + " where it is left out";
    }

    @Override
    public String expectation() {
      return "hinge, logistic or logistic:X with a temperature X " + TAU.range();
    }
  }
}
