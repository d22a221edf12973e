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
}
