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
 * <p>There are two implementations, in plain Java and with the Vector API, that give the same bits.
 * The system property {@code sors.kernels} ({@code scalar} or {@code vector}) forces one of them;
 * else see {@link KernelChoice}.
 */
public final class ShrinkageKernels {

  // a constant of one class, so that the compiler inlines the calls
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
   * eight lanes that are added pairwise at the end: the same order whatever the machine.
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
   * Takes a gradient step on values and turns them into levels again: w = v + scale · p, level = w
   * + sign(w) · threshold.
   *
   * @param threshold lambda times the clock before the round
   */
  public static void step(
      float[] values, int from, float[] p, int count, float scale, float threshold) {
    KERNELS.step(values, from, p, count, scale, threshold);
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
    KERNELS.stepAdaptive(values, squares, from, p, count, x, eta, shrinkage, delta);
  }

  /**
   * The first half of {@link #stepAdaptive}, rounded with a dither: square += g².
   *
   * @param dither as of {@link Dither#of}
   */
  public static void addSquares(
      float[] squares, int from, float[] p, int count, float x, float dither) {
    KERNELS.addSquares(squares, from, p, count, x, dither);
  }

  /** The second half of {@link #stepAdaptive}, with squares that have grown already. */
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
   * Scores a whole row without changing it: the inner product of soft(levels, threshold) and p. The
   * same bits as {@link #read} and {@link #dot}.
   *
   * @param values a place to work in, for as many values; of no meaning afterwards
   */
  public static float score(float[] levels, float[] values, float[] p, int count, float threshold) {
    return KERNELS.score(levels, values, p, count, threshold);
  }

  /** The same with adaptive levels, see {@link #readAdaptive}. */
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
   * A whole round on a whole row: reads it, scores it and takes a step. The same bits as {@link
   * #read}, {@link #dot} and {@link #step}, in one go over the row.
   */
  public static float play(float[] levels, float[] p, int count, float scale, float threshold) {
    return KERNELS.play(levels, p, count, scale, threshold);
  }

  /** The same with adaptive levels, see {@link #stepAdaptive}. */
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
