package io.github.sors.kernel;

/**
 * The arithmetic of one row in AROMA, where every entry has a variance S = r / (r + square).
 *
 * <p>Only the entries are floats. If one entry has nearly all of the variance, r + variance - S g²
 * subtracts two nearly equal numbers that are billions of times larger than r, which takes double
 * precision.
 */
public final class VarianceKernels {

  private VarianceKernels() {}

  /** The row's contribution to the variance of the score, Σ S g² with g = x · p. */
  public static double variance(
      float[] squares, int from, float[] p, int count, float x, double r) {
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += ofEntry(squares[from + k], x * p[k], r);
    }
    return sum;
  }

  private static double ofEntry(float square, float g, double r) {
    return (double) g * g * (r / (r + square));
  }

  /**
   * Takes a step, value += alpha · S · g, and reduces the variance of the entry: S ← S - S²g² / (r
   * + variance), which increases the square by r g² / (r + variance - S g²).
   *
   * @param variance the variance of the whole score before the step; if negative, the entry's own
   *     contribution S g² is used, which increases the square by g²
   * @param stepDither from {@link Dither#of}, or {@link Dither#NONE}
   * @param squareDither the same for the squares
   */
  public static void step(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      double alpha,
      double r,
      double variance,
      float stepDither,
      float squareDither) {
    for (int k = 0; k < count; k++) {
      float g = x * p[k];
      float square = squares[from + k];
      double growth = (double) g * g;
      if (variance >= 0) {
        // negative only through rounding of the sum
        growth *= r / (r + Math.max(0, variance - ofEntry(square, g, r)));
      }
      values[from + k] = Dither.round(values[from + k], alpha * g * (r / (r + square)), stepDither);
      squares[from + k] = Dither.round(square, growth, squareDither);
    }
  }
}
