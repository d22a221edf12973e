package io.github.sors.kernel;

/** The arithmetic of one row where every entry has a variance S = r / (r + square): AROMA's. */
public final class VarianceKernels {

  private VarianceKernels() {}

  /** The variance of the row's part of the score, Σ S g² with g = x · p. */
  public static double variance(float[] squares, int from, float[] p, int count, float x, float r) {
    double sum = 0;
    for (int k = 0; k < count; k++) {
      float g = x * p[k];
      sum += g * g * (r / (r + squares[from + k]));
    }
    return sum;
  }

  /**
   * Takes a step, value += alpha · S · g, after which the entry is more certain: S ← S - S²g² / (r
   * + variance), and the square such that S = r / (r + square) again.
   *
   * @param variance of the whole score before the step; negative: of the entry's own part of it, S
   *     g², which makes the square grow by g²
   */
  public static void step(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float alpha,
      float r,
      float variance) {
    for (int k = 0; k < count; k++) {
      float g = x * p[k];
      float square = squares[from + k];
      float s = r / (r + square);
      values[from + k] += alpha * g * s;
      float ofEntry = s * g * g;
      // the growth of 1/S, times r, without subtracting numbers that are nearly the same
      float share = ofEntry / (r + (variance < 0 ? ofEntry : variance));
      squares[from + k] = square + (r + square) * (share / (1 - share));
    }
  }
}
