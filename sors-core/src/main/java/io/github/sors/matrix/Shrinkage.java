package io.github.sors.matrix;

/**
 * How the entries of a lazily shrunk matrix lose weight with every tick of its clock.
 *
 * @param lambda the weight of the L1 norm; 0: nothing shrinks
 * @param adaptive whether each entry has a rate of its own, lambda / (delta + √Σg²), as in AdaGrad
 * @param delta the smoothing term of adaptive rates
 * @param diagonalExempt whether the diagonal keeps its weight
 */
public record Shrinkage(double lambda, boolean adaptive, double delta, boolean diagonalExempt) {

  /** Nothing shrinks. */
  public static final Shrinkage NONE = new Shrinkage(0, false, 0, false);

  /** Nothing shrinks, but a square is kept for every entry. */
  public static final Shrinkage NONE_WITH_SQUARES = new Shrinkage(0, true, 1, false);

  /** All entries at the same rate, but for the diagonal if it is exempt. */
  public static Shrinkage uniform(double lambda, boolean diagonalExempt) {
    return new Shrinkage(lambda, false, 0, diagonalExempt);
  }

  /** Each entry at its own rate, but for the diagonal if it is exempt. */
  public static Shrinkage adaptive(double lambda, double delta, boolean diagonalExempt) {
    return new Shrinkage(lambda, true, delta, diagonalExempt);
  }
}
