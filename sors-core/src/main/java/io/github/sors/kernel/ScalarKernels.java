package io.github.sors.kernel;

/**
 * The kernels in plain Java, the specification of all others.
 *
 * <p>The loops have no branches. The compiler vectorises the loops that read. It does not vectorise
 * the steps, because their arrays might overlap, nor the sum, because its result depends on the
 * order of addition.
 */
final class ScalarKernels implements RowKernels {

  // w * HUGE, clamped to [-a, a], is sign(w) * a for every w that is not negligible next to a; 0
  // stays 0
  static final float HUGE = 1e30f;

  @Override
  public float dot(float[] left, int from, float[] right, int count) {
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

  @Override
  public void read(float[] levels, int from, int count, float threshold) {
    for (int k = from; k < from + count; k++) {
      levels[k] = levels[k] - Math.min(Math.max(levels[k], -threshold), threshold);
    }
  }

  @Override
  public void readAdaptive(
      float[] levels, float[] squares, int from, int count, float shrinkage, float delta) {
    for (int k = from; k < from + count; k++) {
      float threshold = shrinkage / (delta + (float) Math.sqrt(squares[k]));
      levels[k] = levels[k] - Math.min(Math.max(levels[k], -threshold), threshold);
    }
  }

  @Override
  public void step(float[] values, int from, float[] p, int count, float scale, float threshold) {
    step(values, from, p, 0, count, scale, threshold);
  }

  /** The step for the places from {@code first} on: the rest after the last full vector. */
  static void step(
      float[] values, int from, float[] p, int first, int count, float scale, float threshold) {
    for (int k = first; k < count; k++) {
      float w = values[from + k] + scale * p[k];
      values[from + k] = w + Math.min(Math.max(w * HUGE, -threshold), threshold);
    }
  }

  @Override
  public void stepAdaptive(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    stepAdaptive(values, squares, from, p, 0, count, x, eta, shrinkage, delta);
  }

  /** The adaptive step for the places from {@code first} on. */
  static void stepAdaptive(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int first,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    for (int k = first; k < count; k++) {
      float g = x * p[k];
      float square = squares[from + k] + g * g;
      float sigma = delta + (float) Math.sqrt(square);
      float w = values[from + k] + eta * g / sigma;
      float threshold = shrinkage / sigma;
      squares[from + k] = square;
      values[from + k] = w + Math.min(Math.max(w * HUGE, -threshold), threshold);
    }
  }

  @Override
  public void addSquares(float[] squares, int from, float[] p, int count, float x, float dither) {
    addSquares(squares, from, p, 0, count, x, dither);
  }

  /** Adds the squares for the places from {@code first} on. */
  static void addSquares(
      float[] squares, int from, float[] p, int first, int count, float x, float dither) {
    for (int k = first; k < count; k++) {
      float square = squares[from + k];
      float g = x * p[k];
      float growth = g * g;
      float sum = square + growth;
      // sum + error is the exact sum
      float kept = sum - square;
      float error = (square - (sum - kept)) + (growth - kept);
      float power = Float.intBitsToFloat(Float.floatToRawIntBits(sum) & 0x7F800000);
      squares[from + k] = sum + (error + dither * (power * 0x1p-23f));
    }
  }

  @Override
  public void stepScaled(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    stepScaled(values, squares, from, p, 0, count, x, eta, shrinkage, delta);
  }

  /** The scaled step for the places from {@code first} on. */
  static void stepScaled(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int first,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    for (int k = first; k < count; k++) {
      float g = x * p[k];
      float sigma = delta + (float) Math.sqrt(squares[from + k]);
      float w = values[from + k] + eta * g / sigma;
      float threshold = shrinkage / sigma;
      values[from + k] = w + Math.min(Math.max(w * HUGE, -threshold), threshold);
    }
  }
}
