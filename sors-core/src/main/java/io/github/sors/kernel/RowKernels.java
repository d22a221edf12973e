package io.github.sors.kernel;

/**
 * One implementation of the hot loops over one row, in contiguous arrays.
 *
 * <p>{@link ScalarKernels} is the specification. Every other implementation returns bit-identical
 * results for the same input (all NaNs count as equal), on every machine and register width, so
 * that models do not depend on the implementation.
 *
 * <p>Ranges are not checked: the caller makes sure that they lie within the arrays.
 */
interface RowKernels {

  /**
   * The inner product of {@code left[from … from+count)} and {@code right[0 … count)}, the k-th
   * product is added to lane k mod 8, those after the last full group of eight to lane 0, and the
   * lanes are added as ((0+4)+(2+6))+((1+5)+(3+7)).
   */
  float dot(float[] left, int from, float[] right, int count);

  /** See {@link ShrinkageKernels#read}. */
  void read(float[] levels, int from, int count, float threshold);

  /** See {@link ShrinkageKernels#readAdaptive}. */
  void readAdaptive(
      float[] levels, float[] squares, int from, int count, float shrinkage, float delta);

  /** See {@link ShrinkageKernels#step}. */
  void step(float[] values, int from, float[] p, int count, float scale, float threshold);

  /** See {@link ShrinkageKernels#stepAdaptive}. */
  void stepAdaptive(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta);

  /** See {@link ShrinkageKernels#addSquares}. */
  void addSquares(float[] squares, int from, float[] p, int count, float x, float dither);

  /** See {@link ShrinkageKernels#stepScaled}. */
  void stepScaled(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta);

  /** See {@link ShrinkageKernels#score}. */
  default float score(float[] levels, float[] values, float[] p, int count, float threshold) {
    System.arraycopy(levels, 0, values, 0, count);
    read(values, 0, count, threshold);
    return dot(values, 0, p, count);
  }

  /** See {@link ShrinkageKernels#scoreAdaptive}. */
  default float scoreAdaptive(
      float[] levels,
      float[] squares,
      float[] values,
      float[] p,
      int count,
      float shrinkage,
      float delta) {
    System.arraycopy(levels, 0, values, 0, count);
    readAdaptive(values, squares, 0, count, shrinkage, delta);
    return dot(values, 0, p, count);
  }

  /** See {@link ShrinkageKernels#play}. */
  default float play(float[] levels, float[] p, int count, float scale, float threshold) {
    read(levels, 0, count, threshold);
    float score = dot(levels, 0, p, count);
    step(levels, 0, p, count, scale, threshold);
    return score;
  }

  /** See {@link ShrinkageKernels#playAdaptive}. */
  default float playAdaptive(
      float[] levels,
      float[] squares,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    readAdaptive(levels, squares, 0, count, shrinkage, delta);
    float score = dot(levels, 0, p, count);
    stepAdaptive(levels, squares, 0, p, count, x, eta, shrinkage, delta);
    return score;
  }
}
