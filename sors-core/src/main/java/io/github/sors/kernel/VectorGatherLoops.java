package io.github.sors.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The reads with the gather instructions of the processor, as many entries at a time as its widest
 * registers hold.
 */
final class VectorGatherLoops implements GatherKernels.Loops {

  private static final VectorSpecies<Float> WIDEST = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = WIDEST.length();

  @Override
  public void gather(float[] row, int shift, int[] places, int count, float[] into, int at) {
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector.fromArray(WIDEST, row, shift, places, k).intoArray(into, at + k);
    }
    ScalarGatherLoops.gather(row, shift, places, k, count, into, at);
  }
}
