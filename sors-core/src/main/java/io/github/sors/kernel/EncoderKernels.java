package io.github.sors.kernel;

/**
 * The arithmetic of the rows of an encoder: sums of weighted rows, and inner products.
 *
 * <p>There are two implementations, in plain Java and with the Vector API, that give the same bits,
 * see {@link KernelChoice}.
 */
public final class EncoderKernels {

  // a constant of one class, so that the compiler inlines the calls
  private static final Loops LOOPS =
      KernelChoice.choose(
          Loops.class, ScalarEncoderLoops::new, "io.github.sors.kernel.VectorEncoderLoops");

  private EncoderKernels() {}

  /** Adds a weighted row: {@code sum[at + j] += weight · row[from + j]}, j = 0 … count - 1. */
  public static void add(float[] sum, int at, float weight, float[] row, int from, int count) {
    LOOPS.add(sum, at, weight, row, from, count);
  }

  /**
   * Adds four weighted rows to a sum in one pass over it, one after the other: the same bits as
   * four times {@code sum[at + j] += weights[r] · rows[r][froms[r] + at + j]}, r = first … first +
   * 3, j = 0 … count - 1.
   */
  public static void addFour(
      float[] sum, int at, float[] weights, int first, float[][] rows, int[] froms, int count) {
    LOOPS.addFour(sum, at, weights, first, rows, froms, count);
  }

  /**
   * Moves four different rows along a vector in one pass over it: {@code rows[r][froms[r] + at + j]
   * += weights[first + r] · vector[at + j]}.
   */
  public static void moveFour(
      float[][] rows,
      int[] froms,
      int firstRow,
      float[] weights,
      int firstWeight,
      float[] vector,
      int at,
      int count) {
    LOOPS.moveFour(rows, froms, firstRow, weights, firstWeight, vector, at, count);
  }

  /**
   * The inner product of {@code left[at … at+count)} and {@code right[from … from+count)}, summed
   * in eight lanes, see {@link RowKernels#dot}.
   */
  public static float dot(float[] left, int at, float[] right, int from, int count) {
    return LOOPS.dot(left, at, right, from, count);
  }

  /** The loops in one of their implementations; {@link ScalarEncoderLoops} is the specification. */
  interface Loops {
    void add(float[] sum, int at, float weight, float[] row, int from, int count);

    void addFour(
        float[] sum, int at, float[] weights, int first, float[][] rows, int[] froms, int count);

    void moveFour(
        float[][] rows,
        int[] froms,
        int firstRow,
        float[] weights,
        int firstWeight,
        float[] vector,
        int at,
        int count);

    float dot(float[] left, int at, float[] right, int from, int count);
  }
}
