package io.github.sors.index;

import java.util.Arrays;

/**
 * The part of a query whose features occur in a segment: the segment's numbers of these features,
 * ascending, and their weights.
 */
final class BoundQuery {

  // binary search is used if the segment's list is at least this many times longer; else a linear
  // scan
  private static final int SEARCH_FROM = 16;

  final int[] features;
  final double[] weights;
  final int size;

  /** Intersects the features of a query with those of a segment, both ascending. */
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
