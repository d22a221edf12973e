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

  /** Copies entries: {@code into[at + k] = row[places[k] + shift]}, k = 0 … count - 1. */
  public static void gather(float[] row, int shift, int[] places, int count, float[] into, int at) {
    LOOPS.gather(row, shift, places, count, into, at);
  }

  /** One implementation of the loops; {@link ScalarGatherLoops} is the specification. */
  interface Loops {

    /** See {@link GatherKernels#gather}. */
    void gather(float[] row, int shift, int[] places, int count, float[] into, int at);
  }
}
