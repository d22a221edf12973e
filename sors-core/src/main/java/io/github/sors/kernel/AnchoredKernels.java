package io.github.sors.kernel;

/**
 * The arithmetic of one row whose entries are computed from the sum of all their gradients, as in
 * FTRL-proximal and dual averaging: entries that are zero keep accumulating gradients.
 *
 * <p>With σ = delta + √square and g = x · p, an entry has the value soft(level, threshold / σ), and
 * a step sets its level to (σ · level + eta · g + (σ′ - σ) · anchor) / σ′, σ′ being σ after the
 * square has grown by g².
 */
public final class AnchoredKernels {

  private AnchoredKernels() {}

  /**
   * Takes a step, from levels to levels.
   *
   * @param atValue whether the anchor is the value before the step; else it is zero
   * @param stepDither from {@link Dither#of}, or {@link Dither#NONE}
   * @param squareDither the same for the squares
   */
  public static void step(
      float[] levels,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      double eta,
      double threshold,
      double delta,
      boolean atValue,
      float stepDither,
      float squareDither) {
    for (int k = from; k < from + count; k++) {
      double g = (double) x * p[k - from];
      float level = levels[k];
      double sigma = delta + Math.sqrt(squares[k]);
      squares[k] = Dither.round(squares[k], g * g, squareDither);
      double grown = delta + Math.sqrt(squares[k]) - sigma;
      double anchor = atValue ? value(level, threshold / sigma) : 0;
      // compute only the change, so that it loses no precision next to a large level
      double change = (eta * g + grown * (anchor - level)) / (sigma + grown);
      levels[k] = Dither.round(level, change, stepDither);
    }
  }

  private static double value(float level, double threshold) {
    return level > threshold ? level - threshold : level < -threshold ? level + threshold : 0;
  }
}
