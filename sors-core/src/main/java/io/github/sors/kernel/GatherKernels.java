package io.github.sors.kernel;

/**
 * Reads entries of a row that lie scattered in its array.
 *
 * <p>There are two implementations with the same results: in plain Java, and with the instructions
 * of the processor that read several places at once. The latter have more cache misses under way,
 * but not every processor executes them well, see {@link KernelChoice#chooseGathers}.
 */
public final class GatherKernels {

  // a constant of a single class, so that the compiler inlines the calls
  private static final Loops LOOPS =
      KernelChoice.chooseGathers(
          Loops.class, ScalarGatherLoops::new, "io.github.sors.kernel.VectorGatherLoops");

  private GatherKernels() {}

  /** Copies entries: {@code into[at + k] = row[places[k]]}, k = 0 … count - 1. */
  public static void gather(float[] row, int[] places, int count, float[] into, int at) {
    LOOPS.gather(row, places, count, into, at);
  }

  /**
   * Copies entries of two floats each: {@code first[at + k] = row[places[k]]} and {@code second[at
   * + k] = row[places[k] + 1]}, k = 0 … count - 1.
   */
  public static void gatherPairs(
      float[] row, int[] places, int count, float[] first, float[] second, int at) {
    LOOPS.gatherPairs(row, places, count, first, second, at);
  }

  /**
   * Reads {@code row[places[k]]}, k = 0 … count - 1, so that they are in the cache.
   *
   * @return a number without meaning, different for different implementations: the compiler would
   *     leave out reads whose result nobody uses
   */
  public static float readAhead(float[] row, int[] places, int count) {
    return LOOPS.readAhead(row, places, count);
  }

  /** One implementation of the loops; {@link ScalarGatherLoops} is the specification. */
  interface Loops {

    /** See {@link GatherKernels#gather}. */
    void gather(float[] row, int[] places, int count, float[] into, int at);

    /** See {@link GatherKernels#gatherPairs}. */
    void gatherPairs(float[] row, int[] places, int count, float[] first, float[] second, int at);

    /** See {@link GatherKernels#readAhead}. */
    float readAhead(float[] row, int[] places, int count);
  }
}
