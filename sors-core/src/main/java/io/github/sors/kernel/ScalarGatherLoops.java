package io.github.sors.kernel;

/** The reads in plain Java, one entry at a time. */
final class ScalarGatherLoops implements GatherKernels.Loops {

  @Override
  public void gather(float[] row, int shift, int[] places, int count, float[] into, int at) {
    gather(row, shift, places, 0, count, into, at);
  }

  /** Copies the entries from {@code first} on: the rest after the last full vector. */
  static void gather(
      float[] row, int shift, int[] places, int first, int count, float[] into, int at) {
    for (int k = first; k < count; k++) {
      into[at + k] = row[places[k] + shift];
    }
  }
}
