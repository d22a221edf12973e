package io.github.sors.kernel;

/**
 * The steps of {@link ShrinkageKernels} in double precision, rounded once and {@link Dither
 * dithered}: for rows with so many steps that rounding each to the nearest float would add up.
 */
public final class DitheredKernels {

  private DitheredKernels() {}

  /** See {@link ShrinkageKernels#step}. */
  public static void step(
      float[] values, int from, float[] p, int count, double scale, float threshold, float dither) {
    for (int k = 0; k < count; k++) {
      double addend = scale * p[k];
      values[from + k] = level(values[from + k], addend, threshold, dither);
    }
  }

  /** See {@link ShrinkageKernels#stepScaled}. */
  public static void stepScaled(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      double eta,
      float shrinkage,
      float delta,
      float dither) {
    for (int k = 0; k < count; k++) {
      float sigma = delta + (float) Math.sqrt(squares[from + k]);
      double addend = eta * ((double) x * p[k]) / sigma;
      double threshold = (double) shrinkage / sigma;
      values[from + k] = level(values[from + k], addend, threshold, dither);
    }
  }

  private static float level(float value, double addend, double threshold, float dither) {
    double w = value + addend;
    double shift = w > 0 ? threshold : w < 0 ? -threshold : 0;
    return Dither.round(value, addend + shift, dither);
  }
}
