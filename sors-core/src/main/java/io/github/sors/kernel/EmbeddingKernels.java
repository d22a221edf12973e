package io.github.sors.kernel;

/**
 * The arithmetic of dense vectors of one length: inner products and steps of Adam.
 *
 * <p>Inner products are summed in {@value #LANES} lanes: number k goes to lane k mod {@value
 * #LANES}, each with one rounding ({@link Math#fma(float, float, float)}); then the upper half of
 * the lanes is added to the lower half until one is left. There are two implementations, in plain
 * Java and with the Vector API, with bit-identical results, see {@link KernelChoice}.
 */
public final class EmbeddingKernels {

  /** The lanes of a sum: registers of 512 bits, or two or four smaller ones. */
  static final int LANES = 16;

  /** Adam's decay of the mean of gradients. */
  public static final float MEAN_DECAY = 0.9f;

  /** Adam's decay of the mean of their squares. */
  public static final float SQUARE_DECAY = 0.999f;

  private static final float EPSILON = 1e-8f;

  // a constant of a single class, so that the compiler inlines the calls
  private static final Loops LOOPS =
      KernelChoice.choose(
          Loops.class, ScalarEmbeddingLoops::new, "io.github.sors.kernel.VectorEmbeddingLoops");

  private EmbeddingKernels() {}

  /** The inner product of {@code left[at … at+count)} and {@code right[from … from+count)}. */
  public static float dot(float[] left, int at, float[] right, int from, int count) {
    return LOOPS.dot(left, at, right, from, count);
  }

  /**
   * The inner products of rows with a vector: {@code dots[r] = Σ_j vector[at + j] ·
   * rows[r][froms[r] + j]}, r = 0 … rowCount - 1; bit-identical to {@link #dot}.
   */
  public static void dots(
      float[] vector, int at, float[][] rows, int[] froms, int rowCount, int count, float[] dots) {
    LOOPS.dots(vector, at, rows, froms, rowCount, count, dots);
  }

  /**
   * The inner products of rows with two vectors in one pass over the rows; bit-identical to {@link
   * #dots} of each.
   */
  public static void dotsOfTwo(
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
    LOOPS.dotsOfTwo(
        first, firstAt, second, secondAt, rows, froms, rowCount, count, firstDots, secondDots);
  }

  /**
   * One step of Adam: with g = gradient + pull · value, {@code mean ← .9 mean + .1 g}, {@code
   * square ← .999 square + .001 g²}, {@code value ← value - rate · mean / (scale · √square +
   * 1e-8)}.
   *
   * @param gradient the gradients of {@code values[from … from+count)}, from position 0
   * @param rate the step size divided by 1 - .9ᵗ
   * @param scale 1 / √(1 - .999ᵗ)
   */
  public static void adam(
      float[] values,
      float[] means,
      float[] squares,
      int from,
      float[] gradient,
      int count,
      float pull,
      float rate,
      float scale) {
    LOOPS.adam(values, means, squares, from, gradient, count, pull, rate, scale);
  }

  /** Adds up the lanes of a sum, from position {@code at} on. */
  static float sum(float[] lanes, int at) {
    // written out: as loops over the halves this took a tenth of a learner's time
    float a = (lanes[at] + lanes[at + 8]) + (lanes[at + 4] + lanes[at + 12]);
    float b = (lanes[at + 1] + lanes[at + 9]) + (lanes[at + 5] + lanes[at + 13]);
    float c = (lanes[at + 2] + lanes[at + 10]) + (lanes[at + 6] + lanes[at + 14]);
    float d = (lanes[at + 3] + lanes[at + 11]) + (lanes[at + 7] + lanes[at + 15]);
    return (a + c) + (b + d);
  }

  static float mean(float mean, float gradient) {
    return Math.fma(MEAN_DECAY, mean, (1 - MEAN_DECAY) * gradient);
  }

  static float square(float square, float gradient) {
    return Math.fma(SQUARE_DECAY, square, (1 - SQUARE_DECAY) * (gradient * gradient));
  }

  static float moved(float value, float mean, float square, float rate, float scale) {
    return value - rate * mean / ((float) Math.sqrt(square) * scale + EPSILON);
  }

  static float epsilon() {
    return EPSILON;
  }

  /** One implementation of the loops; {@link ScalarEmbeddingLoops} is the specification. */
  interface Loops {

    float dot(float[] left, int at, float[] right, int from, int count);

    void dots(
        float[] vector, int at, float[][] rows, int[] froms, int rowCount, int count, float[] dots);

    void dotsOfTwo(
        float[] first,
        int firstAt,
        float[] second,
        int secondAt,
        float[][] rows,
        int[] froms,
        int rowCount,
        int count,
        float[] firstDots,
        float[] secondDots);

    void adam(
        float[] values,
        float[] means,
        float[] squares,
        int from,
        float[] gradient,
        int count,
        float pull,
        float rate,
        float scale);
  }
}
