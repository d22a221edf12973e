package io.github.sors.kernel;

/**
 * The arithmetic of one row where every entry has a variance S = r / (r + square), square being the
 * sum of its squared gradients: AROMA's.
 */
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

  /** Takes a step: value += alpha · S · g, and then square += g². */
  public static void step(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float alpha,
      float r) {
    for (int k = 0; k < count; k++) {
      float g = x * p[k];
      float square = squares[from + k];
      values[from + k] += alpha * g * (r / (r + square));
      squares[from + k] = square + g * g;
    }
  }
}
