package io.github.sors.kernel;

/**
 * The arithmetic of one row of a round, on entries that were gathered into contiguous arrays.
 *
 * <p>An entry is stored as a <i>level</i>: its value moved away from zero by everything that
 * shrinkage has taken from all values since the clock started, level = sign(m) · (|m| + threshold).
 * Reading it at any later time is soft(level, threshold then), so that an entry which is not
 * touched shrinks without being written to. Writing a value w at threshold a gives the level w +
 * sign(w) · a; with a the threshold <i>before</i> the round, the next reading takes the round's own
 * shrinkage off as well, and no tiny product eta · lambda is ever subtracted from a large float.
 *
 * <p>The loops have no branches, and all but the sums are vectorised by the compiler. A sum runs in
 * eight lanes that are added pairwise at the end: the same order whatever the machine.
 */
public final class ShrinkageKernels {

  // w * HUGE, cut to [-a, a], is sign(w) * a for every w that matters beside a; 0 stays 0
  private static final float HUGE = 1e30f;

  private ShrinkageKernels() {}

  /** Soft-thresholding: sign(v) · max(|v| - a, 0), for a ≥ 0. */
  public static float soft(float value, float threshold) {
    return value - Math.min(Math.max(value, -threshold), threshold);
  }

  /** The inner product of {@code left[from … from+count)} and {@code right[0 … count)}. */
  public static float dot(float[] left, int from, float[] right, int count) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    int k = 0;
    for (; k <= count - 8; k += 8) {
      a += left[from + k] * right[k];
      b += left[from + k + 1] * right[k + 1];
      c += left[from + k + 2] * right[k + 2];
      d += left[from + k + 3] * right[k + 3];
      e += left[from + k + 4] * right[k + 4];
      f += left[from + k + 5] * right[k + 5];
      g += left[from + k + 6] * right[k + 6];
      h += left[from + k + 7] * right[k + 7];
    }
    for (; k < count; k++) {
      a += left[from + k] * right[k];
    }
    return ((a + e) + (c + g)) + ((b + f) + (d + h));
  }

  /** Turns levels into values: v = soft(level, threshold). */
  public static void read(float[] levels, int from, int count, float threshold) {
    for (int k = from; k < from + count; k++) {
      levels[k] = levels[k] - Math.min(Math.max(levels[k], -threshold), threshold);
    }
  }

  /**
   * Turns adaptive levels into values: v = soft(level, shrinkage / (delta + √square)).
   *
   * @param shrinkage lambda times the clock
   */
  public static void readAdaptive(
      float[] levels, float[] squares, int from, int count, float shrinkage, float delta) {
    for (int k = from; k < from + count; k++) {
      float threshold = shrinkage / (delta + (float) Math.sqrt(squares[k]));
      levels[k] = levels[k] - Math.min(Math.max(levels[k], -threshold), threshold);
    }
  }

  /**
   * Takes a gradient step on values and turns them into levels again: w = v + scale · p, level = w
   * + sign(w) · threshold.
   *
   * @param threshold lambda times the clock before the round
   */
  public static void step(
      float[] values, int from, float[] p, int count, float scale, float threshold) {
    for (int k = 0; k < count; k++) {
      float w = values[from + k] + scale * p[k];
      values[from + k] = w + Math.min(Math.max(w * HUGE, -threshold), threshold);
    }
  }

  /**
   * Takes an AdaGrad step on values and turns them into levels again: g = x · p, square += g², σ =
   * delta + √square, w = v + eta · g / σ, level = w + sign(w) · shrinkage / σ.
   *
   * @param shrinkage lambda times the clock before the round
   */
  public static void stepAdaptive(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    for (int k = 0; k < count; k++) {
      float g = x * p[k];
      float square = squares[from + k] + g * g;
      float sigma = delta + (float) Math.sqrt(square);
      float w = values[from + k] + eta * g / sigma;
      float threshold = shrinkage / sigma;
      squares[from + k] = square;
      values[from + k] = w + Math.min(Math.max(w * HUGE, -threshold), threshold);
    }
  }
}
