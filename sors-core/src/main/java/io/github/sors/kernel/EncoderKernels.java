package io.github.sors.kernel;

/**
 * The arithmetic of the rows of an encoder: sums of weighted rows, and inner products.
 *
 * <p>Products are added with one rounding, {@link Math#fma(float, float, float)}: an instruction on
 * every 64-bit ARM and on x86 since 2013. On a machine without it the results are the same, but
 * very slow.
 *
 * <p>There are two implementations, in plain Java and with the Vector API, with bit-identical
 * results, see {@link KernelChoice}.
 */
public final class EncoderKernels {

  // a constant of a single class, so that the compiler inlines the calls
  private static final Loops LOOPS =
      KernelChoice.choose(
          Loops.class, ScalarEncoderLoops::new, "io.github.sors.kernel.VectorEncoderLoops");

  private EncoderKernels() {}

  /** Adds a weighted row: {@code sum[at + j] += weight · row[from + j]}, j = 0 … count - 1. */
  public static void add(float[] sum, int at, float weight, float[] row, int from, int count) {
    LOOPS.add(sum, at, weight, row, from, count);
  }

  /**
   * Adds four weighted rows to a sum in one pass over it, one after the other; bit-identical to
   * four times {@code sum[at + j] += weights[r] · rows[r][froms[r] + rowsAt + j]}, r = first …
   * first + 3, j = 0 … count - 1.
   */
  public static void addFour(
      float[] sum,
      int at,
      float[] weights,
      int first,
      float[][] rows,
      int[] froms,
      int rowsAt,
      int count) {
    LOOPS.addFour(sum, at, weights, first, rows, froms, rowsAt, count);
  }

  /**
   * Moves four different rows along a vector in one pass over it: {@code rows[r][froms[r] + rowsAt
   * + j] += weights[first + r] · vector[at + j]}.
   */
  public static void moveFour(
      float[][] rows,
      int[] froms,
      int rowsAt,
      int firstRow,
      float[] weights,
      int firstWeight,
      float[] vector,
      int at,
      int count) {
    LOOPS.moveFour(rows, froms, rowsAt, firstRow, weights, firstWeight, vector, at, count);
  }

  /**
   * The inner product of {@code left[at … at+count)} and {@code right[from … from+count)}, summed
   * in eight lanes, see {@link RowKernels#dot}.
   */
  public static float dot(float[] left, int at, float[] right, int from, int count) {
    return LOOPS.dot(left, at, right, from, count);
  }

  /**
   * Adds rows to three sums, each with its own weight, in one pass over the rows: {@code sums[s][at
   * + j] += weights[s][r] · rows[r][froms[r] + rowsAt + j]}, r = 0 … rowCount - 1 one after the
   * other.
   */
  public static void addToThree(
      float[][] sums,
      int at,
      float[][] weights,
      float[][] rows,
      int[] froms,
      int rowsAt,
      int rowCount,
      int count) {
    LOOPS.addToThree(sums, at, weights, rows, froms, rowsAt, rowCount, count);
  }

  /**
   * Moves rows along three vectors, one after the other, in one pass over the rows: {@code
   * rows[r][froms[r] + rowsAt + j] += weights[s][r] · vectors[s][at + j]}, s = 0, 1, 2.
   */
  public static void moveByThree(
      float[][] rows,
      int[] froms,
      int rowsAt,
      int rowCount,
      float[][] weights,
      float[][] vectors,
      int at,
      int count) {
    LOOPS.moveByThree(rows, froms, rowsAt, rowCount, weights, vectors, at, count);
  }

  /**
   * Turns sums of squares into AdaGrad steps: {@code steps[r] = -η values[r] / (ε + √steps[r])}.
   */
  public static void steps(float[] steps, float[] values, int count, float eta, float epsilon) {
    for (int r = 0; r < count; r++) {
      steps[r] = -eta * values[r] / (epsilon + (float) Math.sqrt(steps[r]));
    }
  }

  /** One implementation of the loops; {@link ScalarEncoderLoops} is the specification. */
  interface Loops {
    void add(float[] sum, int at, float weight, float[] row, int from, int count);

    void addFour(
        float[] sum,
        int at,
        float[] weights,
        int first,
        float[][] rows,
        int[] froms,
        int rowsAt,
        int count);

    void moveFour(
        float[][] rows,
        int[] froms,
        int rowsAt,
        int firstRow,
        float[] weights,
        int firstWeight,
        float[] vector,
        int at,
        int count);

    void addToThree(
        float[][] sums,
        int at,
        float[][] weights,
        float[][] rows,
        int[] froms,
        int rowsAt,
        int rowCount,
        int count);

    void moveByThree(
        float[][] rows,
        int[] froms,
        int rowsAt,
        int rowCount,
        float[][] weights,
        float[][] vectors,
        int at,
        int count);

    float dot(float[] left, int at, float[] right, int from, int count);
  }
}
