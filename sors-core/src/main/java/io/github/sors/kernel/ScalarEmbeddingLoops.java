package io.github.sors.kernel;

/** The loops of dense vectors in plain Java. */
final class ScalarEmbeddingLoops implements EmbeddingKernels.Loops {

  @Override
  public float dot(float[] left, int at, float[] right, int from, int count) {
    return dot(left, at, right, from, count, new float[EmbeddingKernels.LANES]);
  }

  private static float dot(
      float[] left, int at, float[] right, int from, int count, float[] lanes) {
    for (int lane = 0; lane < EmbeddingKernels.LANES; lane++) {
      lanes[lane] = 0;
    }
    addTail(left, at, right, from, 0, count, lanes, 0);
    return EmbeddingKernels.sum(lanes, 0);
  }

  /** Adds the products of the numbers from {@code first} on to the lanes at a position. */
  static void addTail(
      float[] left, int at, float[] right, int from, int first, int count, float[] lanes, int to) {
    for (int k = first; k < count; k++) {
      int lane = to + k % EmbeddingKernels.LANES;
      lanes[lane] = Math.fma(left[at + k], right[from + k], lanes[lane]);
    }
  }

  @Override
  public void dots(
      float[] vector, int at, float[][] rows, int[] froms, int rowCount, int count, float[] dots) {
    float[] lanes = new float[EmbeddingKernels.LANES];
    for (int r = 0; r < rowCount; r++) {
      dots[r] = dot(vector, at, rows[r], froms[r], count, lanes);
    }
  }

  @Override
  public void dotsOfTwo(
      float[] first,
      int firstAt,
      float[] second,
      int secondAt,
      float[][] rows,
      int[] froms,
      int rowCount,
      int count,
      float[] firstDots,
      float[] secondDots) {
    dots(first, firstAt, rows, froms, rowCount, count, firstDots);
    dots(second, secondAt, rows, froms, rowCount, count, secondDots);
  }

  @Override
  public void adam(
      float[] values,
      float[] means,
      float[] squares,
      int from,
      float[] gradient,
      int count,
      float pull,
      float rate,
      float scale) {
    adam(values, means, squares, from, gradient, 0, count, pull, rate, scale);
  }

  static void adam(
      float[] values,
      float[] means,
      float[] squares,
      int from,
      float[] gradient,
      int first,
      int count,
      float pull,
      float rate,
      float scale) {
    for (int j = first; j < count; j++) {
      float g = Math.fma(pull, values[from + j], gradient[j]);
      float mean = EmbeddingKernels.mean(means[from + j], g);
      float square = EmbeddingKernels.square(squares[from + j], g);
      means[from + j] = mean;
      squares[from + j] = square;
      values[from + j] = EmbeddingKernels.moved(values[from + j], mean, square, rate, scale);
    }
  }
}
