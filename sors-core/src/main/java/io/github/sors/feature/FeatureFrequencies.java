package io.github.sors.feature;

import io.github.sors.SparseVector;
import java.util.Arrays;
import java.util.List;

/**
 * Arranges the features of vectors by how often they occur, and together.
 *
 * <p>Threads: stateless. Failures: none of its own.
 */
public final class FeatureFrequencies {

  private static final int FIRST_GROUP = 64;

  private FeatureFrequencies() {}

  /**
   * The features of the vectors in groups of falling frequency: the 64 most frequent ones, the next
   * 64, the next 128, the next 256 and so on. Within a group they come in the order in which they
   * occur first, so that many features of a vector are next to each other.
   *
   * <p>Costs O(nnz of all vectors) and a sort of the features.
   */
  public static int[] frequentFirst(List<SparseVector> vectors) {
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
    int[] numbers = Arrays.stream(order).mapToInt(each -> (int) each).toArray();
    int end = 0;
    for (int start = 0; start < numbers.length; start = end) {
      end = Math.min(numbers.length, Math.max(FIRST_GROUP, 2 * start));
      Arrays.sort(numbers, start, end);
    }
    return Arrays.stream(numbers).map(numbering::feature).toArray();
  }
}
