package io.github.sors.matrix;

/**
 * How the entries of a lazily shrunk matrix shrink with every tick of its clock: to zero, or to
 * those of the identity.
 *
 * @param lambda the weight of the L1 norm; 0: nothing shrinks
 * @param adaptive whether each entry has its own rate, lambda / (delta + √Σg²), as in AdaGrad
 * @param delta the smoothing term of adaptive rates
 * @param diagonalExempt whether the diagonal does not shrink
 * @param toIdentity whether the diagonal shrinks to 1 instead of 0
 */
public record Shrinkage(
    double lambda, boolean adaptive, double delta, boolean diagonalExempt, boolean toIdentity) {

  /** Nothing shrinks. */
  public static final Shrinkage NONE = new Shrinkage(0, false, 0, false, false);

  /** Nothing shrinks, but every entry has a square. */
  public static final Shrinkage NONE_WITH_SQUARES = new Shrinkage(0, true, 1, false, false);

  /** All entries shrink at the same rate, except the diagonal if it is exempt. */
  public static Shrinkage uniform(double lambda, boolean diagonalExempt) {
    return new Shrinkage(lambda, false, 0, diagonalExempt, false);
  }

  /** Each entry shrinks at its own rate, except the diagonal if it is exempt. */
  public static Shrinkage adaptive(double lambda, double delta, boolean diagonalExempt) {
    return new Shrinkage(lambda, true, delta, diagonalExempt, false);
  }

  /** The same rates, but all entries shrink to those of the identity; no diagonal is exempt. */
  public Shrinkage towardsIdentity() {
    return new Shrinkage(lambda, adaptive, delta, false, true);
  }

  /** What an entry on the diagonal shrinks to. */
  float diagonalTarget() {
    return toIdentity ? 1 : 0;
  }
}
