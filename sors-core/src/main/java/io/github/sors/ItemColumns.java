package io.github.sors;

import java.util.Arrays;

/**
 * Vectors stored by feature, to score all of them for a query at once.
 *
 * <p>Only the features that have a weight are visited, and those of all vectors one after the other
 * in memory: O(n + Σ nnz of these columns) per query, for n vectors. The sum of a vector is built
 * in ascending order of the features, in double precision, so it is bit-identical to the sum over
 * the vector's own entries. Takes 8 bytes per entry, in addition to the vectors.
 */
final class ItemColumns {

  // 512 MB; more vectors are scored one by one
  private static final long MOST_ENTRIES = 1 << 26;

  private final int count;
  // ascending, and where the entries of each begin
  private final int[] features;
  private final int[] starts;
  private final int[] items;
  private final float[] values;

  /** Whether the vectors are few enough to be stored a second time. */
  static boolean suits(SparseVector[] vectors) {
    return entries(vectors) <= MOST_ENTRIES;
  }

  private static long entries(SparseVector[] vectors) {
    long entries = 0;
    for (SparseVector vector : vectors) {
      entries += vector.size();
    }
    return entries;
  }

  ItemColumns(SparseVector[] vectors) {
    count = vectors.length;
    int[] sorted = sortedFeatures(vectors);
    features = Arrays.stream(sorted).distinct().toArray();
    starts = new int[features.length + 1];
    int place = 0;
    for (int k = 0; k < sorted.length; k++) {
      place += sorted[k] == features[place] ? 0 : 1;
      starts[place + 1] = k + 1;
    }
    items = new int[sorted.length];
    values = new float[sorted.length];
    int[] next = starts.clone();
    for (int item = 0; item < count; item++) {
      SparseVector vector = vectors[item];
      int from = 0;
      for (int k = 0; k < vector.size(); k++) {
        from = firstFrom(from, vector.index(k));
        int at = next[from]++;
        items[at] = item;
        values[at] = vector.value(k);
      }
    }
  }

  /** The features of all entries, ascending. */
  private static int[] sortedFeatures(SparseVector[] vectors) {
    int[] sorted = new int[Math.toIntExact(entries(vectors))];
    int end = 0;
    for (SparseVector vector : vectors) {
      System.arraycopy(vector.indexArray(), 0, sorted, end, vector.size());
      end += vector.size();
    }
    Arrays.parallelSort(sorted);
    return sorted;
  }

  /** xᵀy of every vector y. */
  double[] products(SparseVector query) {
    double[] products = new double[count];
    int place = 0;
    for (int k = 0; k < query.size(); k++) {
      place = firstFrom(place, query.index(k));
      if (place < features.length && features[place] == query.index(k)) {
        add(place, query.value(k), products);
      }
    }
    return products;
  }

  /** xᵀMy of every vector y. */
  double[] products(Expansion expanded) {
    double[] products = new double[count];
    for (int place = 0; place < features.length; place++) {
      double weight = expanded.weight(features[place]);
      if (weight != 0) {
        add(place, weight, products);
      }
    }
    return products;
  }

  /** The first place from {@code from} on whose feature is not smaller. */
  private int firstFrom(int from, int feature) {
    int low = from;
    int high = features.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (features[middle] < feature) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void add(int place, double weight, double[] products) {
    for (int k = starts[place]; k < starts[place + 1]; k++) {
      products[items[k]] += weight * values[k];
    }
  }
}
