package io.github.sors.matrix;

/**
 * How the entries of a lazily shrunk matrix lose weight with every tick of its clock.
 *
 * @param lambda the weight of the L1 norm; 0: nothing shrinks
 * @param adaptive whether each entry has a rate of its own, lambda / (delta + √Σg²), as in AdaGrad
 * @param delta the smoothing term of adaptive rates
 * @param diagonalExempt whether the diagonal keeps its weight
 * @param anchor what entries are drawn to as their rates fall, for learners that work them out from
 *     all gradients
 */
public record Shrinkage(
    double lambda, boolean adaptive, double delta, boolean diagonalExempt, Anchor anchor) {

  /** What an entry is drawn to as its rate falls. */
  public enum Anchor {
    /** To nothing: an entry is stepped from where it is, and one that is zero starts again. */
    NONE,
    /** To its value, as in FTRL-proximal: the threshold is that of one tick, whatever the clock. */
    VALUE,
    /** To what it started from, as in dual averaging. */
    START
  }

  /** Nothing shrinks. */
  public static final Shrinkage NONE = new Shrinkage(0, false, 0, false, Anchor.NONE);

  /** Nothing shrinks, but a square is kept for every entry. */
  public static final Shrinkage NONE_WITH_SQUARES = new Shrinkage(0, true, 1, false, Anchor.NONE);

  /** All entries at the same rate, but for the diagonal if it is exempt. */
  public static Shrinkage uniform(double lambda, boolean diagonalExempt) {
    return new Shrinkage(lambda, false, 0, diagonalExempt, Anchor.NONE);
  }

  /** Each entry at its own rate, but for the diagonal if it is exempt. */
  public static Shrinkage adaptive(double lambda, double delta, boolean diagonalExempt) {
    return new Shrinkage(lambda, true, delta, diagonalExempt, Anchor.NONE);
  }

  /** Each entry at its own rate, worked out from all its gradients. */
  public static Shrinkage anchored(double lambda, double delta, Anchor anchor) {
    return new Shrinkage(lambda, true, delta, false, anchor);
  }

  boolean isAnchored() {
    return anchor != Anchor.NONE;
  }

  /** Where the clock starts: thresholds that do not grow are those of one tick. */
  double firstClock() {
    return anchor == Anchor.VALUE ? 1 : 0;
  }

  /** The level whose value is this one, with no square, when the clock is where it starts. */
  float startLevel(float value) {
    double threshold = isAnchored() ? lambda * firstClock() / delta : 0;
    return value == 0 ? 0 : (float) (value > 0 ? value + threshold : value - threshold);
  }
}
