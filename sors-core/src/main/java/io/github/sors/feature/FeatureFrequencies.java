package io.github.sors.feature;

import io.github.sors.SparseVector;
import java.util.Arrays;
import java.util.List;

/**
 * Counts how many vectors have each feature.
 *
 * <p>Threads: stateless. Failures: none of its own.
 *
 * @since 0.1.0
 */
public final class FeatureFrequencies {

  private FeatureFrequencies() {}

  /**
   * The features of the vectors, the most frequent first; of equally frequent ones, the first that
   * occurs. Costs O(nnz of all vectors) and a sort of the features.
   */
  public static int[] mostFrequentFirst(List<SparseVector> vectors) {
    FeatureNumbering numbering = new FeatureNumbering();
    int[] counts = new int[16];
    for (SparseVector vector : vectors) {
      for (int k = 0; k < vector.size(); k++) {
        int number = numbering.number(vector.index(k));
        if (number == counts.length) {
          counts = Arrays.copyOf(counts, 2 * number);
        }
        counts[number]++;
      }
    }
    long[] order = new long[numbering.size()];
    for (int number = 0; number < order.length; number++) {
      order[number] = ((long) -counts[number] << Integer.SIZE) + number;
    }
    Arrays.sort(order);
    int[] features = new int[order.length];
    Arrays.setAll(features, rank -> numbering.feature((int) order[rank]));
    return features;
  }
}
