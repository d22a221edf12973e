package io.github.sors.index;

import java.util.Arrays;

/**
 * The part of a query that a segment knows: the segment's own numbers of the features, ascending,
 * and their weights.
 */
final class BoundQuery {

  // how much longer the segment's list must be before searching in it beats walking along it
  private static final int SEARCH_FROM = 16;

  final int[] features;
  final double[] weights;
  final int size;

  /** Meets a query's features with those of a segment, both ascending. */
  BoundQuery(WeightedQuery query, int[] known) {
    int[] asked = query.featureArray();
    double[] given = query.weightArray();
    int most = Math.min(asked.length, known.length);
    features = new int[most];
    weights = new double[most];
    boolean search = (long) asked.length * SEARCH_FROM < known.length;
    int count = 0;
    int at = 0;
    for (int k = 0; k < asked.length && at < known.length; k++) {
      if (search) {
        int found = Arrays.binarySearch(known, at, known.length, asked[k]);
        at = found < 0 ? -found - 1 : found;
      } else {
        while (at < known.length && known[at] < asked[k]) {
          at++;
        }
      }
      if (at < known.length && known[at] == asked[k]) {
        features[count] = at;
        weights[count++] = given[k];
      }
    }
    size = count;
  }
}
