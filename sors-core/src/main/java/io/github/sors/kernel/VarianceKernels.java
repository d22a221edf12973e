package io.github.sors.kernel;

/**
 * The arithmetic of one row where every entry has a variance S = r / (r + square): AROMA's.
 *
 * <p>Only the entries are floats. Where one entry has nearly all of the variance, r + variance - S
 * g² has to keep the small r beside numbers that are billions of times larger and nearly the same,
 * which only doubles can.
 */
public final class VarianceKernels {

  private VarianceKernels() {}

  /** The variance of the row's part of the score, Σ S g² with g = x · p. */
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
   * Takes a step, value += alpha · S · g, after which the entry is more certain: S ← S - S²g² / (r
   * + variance), which makes the square grow by r g² / (r + variance - S g²).
   *
   * @param variance of the whole score before the step; negative: of the entry's own part of it, S
   *     g², which makes the square grow by g²
   * @param stepDither as of {@link Dither#of}, or {@link Dither#NONE}
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
        // never negative but for the rounding of the sum
        growth *= r / (r + Math.max(0, variance - ofEntry(square, g, r)));
      }
      values[from + k] = Dither.round(values[from + k], alpha * g * (r / (r + square)), stepDither);
      squares[from + k] = Dither.round(square, growth, squareDither);
    }
  }
}
