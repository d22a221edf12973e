package io.github.sors.index;

/** The hot loops of the index, over primitive arrays. */
final class ScoringLoops {

  private ScoringLoops() {}

  /** Adds weight · value to the sum of each posting's item; items are distinct. */
  static void addPostings(
      double weight, char[] items, float[] values, int from, int to, double[] sums) {
    for (int k = from; k < to; k++) {
      sums[items[k]] += weight * values[k];
    }
  }

  /** Adds weight · values[from + lane] to the sum of each lane. */
  static void addLanes(float weight, float[] values, int from, float[] sums) {
    for (int lane = 0; lane < sums.length; lane++) {
      sums[lane] += weight * values[from + lane];
    }
  }
}
