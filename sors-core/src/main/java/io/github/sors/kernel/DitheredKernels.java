package io.github.sors.kernel;

/**
 * The steps of {@link ShrinkageKernels} from levels to levels, in double precision, rounded once
 * and {@link Dither dithered}: for rows with so many steps that rounding errors would accumulate.
 *
 * <p>No intermediate result is rounded to a float. A value that is rounded when its threshold is
 * subtracted, and again when the threshold is added back, would drift by the same amount in every
 * round in which the threshold stays the same.
 */
public final class DitheredKernels {

  private DitheredKernels() {}

  /**
   * Takes a gradient step, see {@link ShrinkageKernels#step}.
   *
   * @param dither from {@link Dither#of}
   */
  public static void step(
      float[] levels,
      int from,
      float[] p,
      int count,
      double scale,
      double threshold,
      float dither) {
    for (int k = 0; k < count; k++) {
      levels[from + k] = level(levels[from + k], scale * p[k], threshold, threshold, dither);
    }
  }

  /**
   * Takes an AdaGrad step, see {@link ShrinkageKernels#stepAdaptive}.
   *
   * @param dither from {@link Dither#of}
   */
  public static void stepAdaptive(
      float[] levels,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      double eta,
      double shrinkage,
      double delta,
      float dither) {
    for (int k = 0; k < count; k++) {
      double g = (double) x * p[k];
      double thresholdBefore = shrinkage / (delta + Math.sqrt(squares[from + k]));
      float square = Dither.round(squares[from + k], g * g, dither);
      double sigma = delta + Math.sqrt(square);
      squares[from + k] = square;
      levels[from + k] =
          level(levels[from + k], eta * g / sigma, thresholdBefore, shrinkage / sigma, dither);
    }
  }

  private static float level(
      float level, double addend, double thresholdBefore, double threshold, float dither) {
    double value = Math.max(0, Math.abs(level) - thresholdBefore);
    double w = (level < 0 ? -value : value) + addend;
    double shifted = w > 0 ? w + threshold : w < 0 ? w - threshold : 0;
    return Dither.round(shifted, level, dither);
  }
}
