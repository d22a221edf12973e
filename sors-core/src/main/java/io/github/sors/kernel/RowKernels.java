package io.github.sors.kernel;

/**
 * The hot loops of one row, over contiguous arrays, in one of their implementations.
 *
 * <p>{@link ScalarKernels} is the specification. Every other implementation gives the same bits for
 * the same input (all NaN counting as one), whatever the machine and the width of its registers, so
 * that no model depends on which of them computed it.
 *
 * <p>Ranges are taken as they are given: whoever calls has made sure that they lie within the
 * arrays.
 */
interface RowKernels {

  /**
   * The inner product of {@code left[from … from+count)} and {@code right[0 … count)}, the k-th
   * product added to lane k mod 8, those after the last whole eight to lane 0, and the lanes added
   * as ((0+4)+(2+6))+((1+5)+(3+7)).
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
