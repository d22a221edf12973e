package io.github.sors.kernel;

/** The reads in plain Java, one entry at a time. */
final class ScalarGatherLoops implements GatherKernels.Loops {

  @Override
  public void gather(float[] row, int[] places, int count, float[] into, int at) {
    gather(row, places, 0, count, into, at);
  }

  /** Copies the entries from {@code first} on: the rest after the last full vector. */
  static void gather(float[] row, int[] places, int first, int count, float[] into, int at) {
    for (int k = first; k < count; k++) {
      into[at + k] = row[places[k]];
    }
  }

  @Override
  public void gatherPairs(
      float[] row, int[] places, int count, float[] first, float[] second, int at) {
    gatherPairs(row, places, 0, count, first, second, at);
  }

  /** Copies the pairs from number {@code from} on. */
  static void gatherPairs(
      float[] row, int[] places, int from, int count, float[] first, float[] second, int at) {
    for (int k = from; k < count; k++) {
      int place = places[k];
      first[at + k] = row[place];
      second[at + k] = row[place + 1];
    }
  }

  @Override
  public float readAhead(float[] row, int[] places, int count) {
    return sum(row, places, 0, count);
  }

  /** The sum of the entries from {@code first} on. */
  static float sum(float[] row, int[] places, int first, int count) {
    float sum = 0;
    for (int k = first; k < count; k++) {
      sum += row[places[k]];
    }
    return sum;
  }
}
