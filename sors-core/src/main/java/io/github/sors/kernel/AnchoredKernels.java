package io.github.sors.kernel;

/**
 * The arithmetic of one row whose entries are worked out from all their gradients, as FTRL-proximal
 * and dual averaging do: entries that are zero go on adding up what they were told.
 *
 * <p>With σ = delta + √square and g = x · p, the level is that number whose value is soft(level,
 * threshold / σ), and a step makes it (σ · level + eta · g + (σ′ - σ) · anchor) / σ′, σ′ being σ
 * after the square has grown by g².
 */
public final class AnchoredKernels {

  private AnchoredKernels() {}

  /**
   * Takes a step, from levels to levels.
   *
   * @param atValue whether the anchor is the value before the step; else it is zero
   * @param stepDither as of {@link Dither#of}, or {@link Dither#NONE}
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
      // the change alone, so that nothing is lost beside a large level
      double change = (eta * g + grown * (anchor - level)) / (sigma + grown);
      levels[k] = Dither.round(level, change, stepDither);
    }
  }

  private static double value(float level, double threshold) {
    return level > threshold ? level - threshold : level < -threshold ? level + threshold : 0;
  }
}
