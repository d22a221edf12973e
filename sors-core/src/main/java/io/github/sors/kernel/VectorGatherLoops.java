package io.github.sors.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The reads with the gather instructions of the processor, as many entries at a time as its widest
 * registers hold.
 *
 * <p>Like the steps of {@link VectorKernels}, all loops use the widest registers, even where half
 * of them would do: the compiler of JDK 17 copes with two sizes of registers in one program. With a
 * third one it kept vectors as objects, and learning RCV1 took 42 ns per entry instead of 22.
 */
final class VectorGatherLoops implements GatherKernels.Loops {

  private static final VectorSpecies<Float> WIDEST = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = WIDEST.length();

  @Override
  public void gather(float[] row, int[] places, int count, float[] into, int at) {
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector.fromArray(WIDEST, row, 0, places, k).intoArray(into, at + k);
    }
    ScalarGatherLoops.gather(row, places, k, count, into, at);
  }

  @Override
  public void gatherPairs(
      float[] row, int[] places, int count, float[] first, float[] second, int at) {
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector.fromArray(WIDEST, row, 0, places, k).intoArray(first, at + k);
      FloatVector.fromArray(WIDEST, row, 1, places, k).intoArray(second, at + k);
    }
    ScalarGatherLoops.gatherPairs(row, places, k, count, first, second, at);
  }

  @Override
  public float readAhead(float[] row, int[] places, int count) {
    FloatVector sum = FloatVector.zero(WIDEST);
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      sum = sum.add(FloatVector.fromArray(WIDEST, row, 0, places, k));
    }
    return sum.lane(0) + ScalarGatherLoops.sum(row, places, k, count);
  }
}
