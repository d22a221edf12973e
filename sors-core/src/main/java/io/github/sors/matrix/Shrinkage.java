package io.github.sors.matrix;

/**
 * How the entries of a lazily shrunk matrix shrink with every tick of its clock: to zero, or to
 * those of the identity.
 *
 * @param lambda the weight of the L1 norm; 0: nothing shrinks
 * @param adaptive whether each entry has its own rate, lambda / (delta + √Σg²), as in AdaGrad
 * @param delta the smoothing term of adaptive rates
 * @param diagonalExempt whether the diagonal does not shrink
 * @param anchor what entries are drawn to as their rates fall, for learners that compute entries
 *     from the sum of all gradients
 * @param toIdentity whether the diagonal shrinks to 1 instead of 0
 */
public record Shrinkage(
    double lambda,
    boolean adaptive,
    double delta,
    boolean diagonalExempt,
    Anchor anchor,
    boolean toIdentity) {

  /** What an entry is drawn to as its rate falls. */
  public enum Anchor {
    /** No anchor: a step starts from the present value, and an entry that is zero starts afresh. */
    NONE,
    /** To its present value, as in FTRL-proximal; the threshold is that of one tick at any time. */
    VALUE,
    /** To its initial value, as in dual averaging. */
    START
  }

  /** Nothing shrinks. */
  public static final Shrinkage NONE = new Shrinkage(0, false, 0, false, Anchor.NONE, false);

  /** Nothing shrinks, but every entry has a square. */
  public static final Shrinkage NONE_WITH_SQUARES =
      new Shrinkage(0, true, 1, false, Anchor.NONE, false);

  /** All entries shrink at the same rate, except the diagonal if it is exempt. */
  public static Shrinkage uniform(double lambda, boolean diagonalExempt) {
    return new Shrinkage(lambda, false, 0, diagonalExempt, Anchor.NONE, false);
  }

  /** Each entry shrinks at its own rate, except the diagonal if it is exempt. */
  public static Shrinkage adaptive(double lambda, double delta, boolean diagonalExempt) {
    return new Shrinkage(lambda, true, delta, diagonalExempt, Anchor.NONE, false);
  }

  /** Each entry shrinks at its own rate and is computed from the sum of all its gradients. */
  public static Shrinkage anchored(double lambda, double delta, Anchor anchor) {
    return new Shrinkage(lambda, true, delta, false, anchor, false);
  }

  /** The same rates, but all entries shrink to those of the identity; no diagonal is exempt. */
  public Shrinkage towardsIdentity() {
    return new Shrinkage(lambda, adaptive, delta, false, anchor, true);
  }

  /** What an entry on the diagonal shrinks to. */
  float diagonalTarget() {
    return toIdentity ? 1 : 0;
  }

  boolean isAnchored() {
    return anchor != Anchor.NONE;
  }

  /** The initial clock: 1 if thresholds do not grow, since they are those of one tick. */
  double firstClock() {
    return anchor == Anchor.VALUE ? 1 : 0;
  }

  /** The level that has this value at the initial clock, without a square. */
  float startLevel(float value) {
    double threshold = isAnchored() ? lambda * firstClock() / delta : 0;
    return value == 0 ? 0 : (float) (value > 0 ? value + threshold : value - threshold);
  }
}
