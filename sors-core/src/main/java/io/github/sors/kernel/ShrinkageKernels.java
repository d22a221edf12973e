package io.github.sors.kernel;

/**
 * The arithmetic of a round on one row, on entries gathered into contiguous arrays.
 *
 * <p>An entry is stored as a <i>level</i>: its value moved away from zero by the total shrinkage
 * since the clock started, level = sign(m) · (|m| + threshold). Its value at any later time is
 * soft(level, threshold at that time), so an untouched entry shrinks without being written. Writing
 * a value w at threshold a gives the level w + sign(w) · a; if a is the threshold <i>before</i> the
 * round, the next read also subtracts the shrinkage of the round itself, and no tiny product eta ·
 * lambda is ever subtracted from a large float.
 *
 * <p>There are two implementations, in plain Java and with the Vector API, with bit-identical
 * results. The system property {@code sors.kernels} ({@code scalar} or {@code vector}) forces one
 * of them; otherwise see {@link KernelChoice}.
 */
public final class ShrinkageKernels {

  // a constant of a single class, so that the compiler inlines the calls
  private static final RowKernels KERNELS =
      KernelChoice.choose(
          RowKernels.class, ScalarKernels::new, "io.github.sors.kernel.VectorKernels");

  private ShrinkageKernels() {}

  /** Soft-thresholding: sign(v) · max(|v| - a, 0), for a ≥ 0. */
  public static float soft(float value, float threshold) {
    return value - Math.min(Math.max(value, -threshold), threshold);
  }

  /**
   * The inner product of {@code left[from … from+count)} and {@code right[0 … count)}, summed in
   * eight lanes that are added pairwise at the end, in the same order on every machine.
   */
  public static float dot(float[] left, int from, float[] right, int count) {
    return KERNELS.dot(left, from, right, count);
  }

  /** Turns levels into values: v = soft(level, threshold). */
  public static void read(float[] levels, int from, int count, float threshold) {
    KERNELS.read(levels, from, count, threshold);
  }

  /**
   * Turns adaptive levels into values: v = soft(level, shrinkage / (delta + √square)).
   *
   * @param shrinkage lambda times the clock
   */
  public static void readAdaptive(
      float[] levels, float[] squares, int from, int count, float shrinkage, float delta) {
    KERNELS.readAdaptive(levels, squares, from, count, shrinkage, delta);
  }

  /**
   * Takes a gradient step on values and turns them back into levels: w = v + scale · p, level = w +
   * sign(w) · threshold.
   *
   * @param threshold lambda times the clock before the round
   */
  public static void step(
      float[] values, int from, float[] p, int count, float scale, float threshold) {
    KERNELS.step(values, from, p, count, scale, threshold);
  }

  /**
   * Takes an AdaGrad step on values and turns them back into levels: g = x · p, square += g², σ =
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
    KERNELS.stepAdaptive(values, squares, from, p, count, x, eta, shrinkage, delta);
  }

  /**
   * The first half of {@link #stepAdaptive}, with dithered rounding: square += g².
   *
   * @param dither from {@link Dither#of}
   */
  public static void addSquares(
      float[] squares, int from, float[] p, int count, float x, float dither) {
    KERNELS.addSquares(squares, from, p, count, x, dither);
  }

  /** The second half of {@link #stepAdaptive}, after the squares were updated. */
  public static void stepScaled(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    KERNELS.stepScaled(values, squares, from, p, count, x, eta, shrinkage, delta);
  }

  /**
   * Scores a whole row without changing it: the inner product of soft(levels, threshold) and p.
   * Bit-identical to {@link #read} and {@link #dot}.
   *
   * @param values a scratch array of at least {@code count} values; undefined afterwards
   */
  public static float score(float[] levels, float[] values, float[] p, int count, float threshold) {
    return KERNELS.score(levels, values, p, count, threshold);
  }

  /** Does the same with adaptive levels, see {@link #readAdaptive}. */
  public static float scoreAdaptive(
      float[] levels,
      float[] squares,
      float[] values,
      float[] p,
      int count,
      float shrinkage,
      float delta) {
    return KERNELS.scoreAdaptive(levels, squares, values, p, count, shrinkage, delta);
  }

  /**
   * A complete round on a whole row in one pass: reads it, scores it and takes a step.
   * Bit-identical to {@link #read}, {@link #dot} and {@link #step}.
   */
  public static float play(float[] levels, float[] p, int count, float scale, float threshold) {
    return KERNELS.play(levels, p, count, scale, threshold);
  }

  /** Does the same with adaptive levels, see {@link #stepAdaptive}. */
  public static float playAdaptive(
      float[] levels,
      float[] squares,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    return KERNELS.playAdaptive(levels, squares, p, count, x, eta, shrinkage, delta);
  }
}
