package io.github.sors.learn;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Triplets with classes in them, so that there is something to learn and many rounds have no loss.
 */
final class RandomTriplets {

  private static final int CLASSES = 3;

  private final SplittableRandom random;
  private final int queryDimension;
  private final int itemDimension;
  private final double density;

  RandomTriplets(long seed, int queryDimension, int itemDimension, double density) {
    this.random = new SplittableRandom(seed);
    this.queryDimension = queryDimension;
    this.itemDimension = itemDimension;
    this.density = density;
  }

  Triplet next() {
    return nextBelow(queryDimension, itemDimension);
  }

  /** A triplet of features below the given numbers, as a growing stream has them. */
  Triplet nextBelow(int queryLimit, int itemLimit) {
    int ofQuery = random.nextInt(CLASSES);
    int other = (ofQuery + 1 + random.nextInt(CLASSES - 1)) % CLASSES;
    return new Triplet(
        vector(ofQuery, queryLimit), vector(ofQuery, itemLimit), vector(other, itemLimit));
  }

  private SparseVector vector(int ofClass, int dimension) {
    float[] values = new float[dimension];
    for (int j = 0; j < dimension; j++) {
      boolean typical = j % CLASSES == ofClass;
      if (random.nextDouble() < (typical ? Math.min(1, 2 * density) : density)) {
        values[j] = (float) (typical ? 0.2 + random.nextDouble() : random.nextDouble() - 0.4);
      }
    }
    if (random.nextInt(50) == 0) {
      Arrays.fill(values, 0); // an item about which nothing is known
    }
    return SparseVector.ofDense(values);
  }
}
