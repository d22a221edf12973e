package io.github.sors.search;

import io.github.sors.BilinearModel;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.Slabs;
import java.util.Arrays;
import java.util.List;

/**
 * The entries of a model's matrix with the largest absolute values.
 *
 * <p>Threads: any thread may call it. Failures: a negative number of pairs, and more features to
 * consider than {@link #of(EncoderModel, int, int)} allows, throw {@link IllegalArgumentException}.
 */
public final class StrongestPairs {

  /**
   * One entry of the matrix.
   *
   * @param queryFeature the row, a feature of the query
   * @param itemFeature the column, a feature of the item
   * @param weight the entry, not zero
   */
  public record Pair(int queryFeature, int itemFeature, float weight) {}

  // the largest number whose square is an int
  private static final int MOST_FEATURES = 46_340;

  private StrongestPairs() {}

  /**
   * Returns the strongest entries, the largest absolute value first; ties by row, then by column.
   *
   * <p>One pass over the entries with a heap of {@code n}.
   *
   * @param n how many to return, at least 0; fewer if there are fewer
   * @param offDiagonalOnly whether to leave out the pairs of a feature with itself, which are
   *     meaningful only if both sides share their features
   */
  public static List<Pair> of(BilinearModel model, int n, boolean offDiagonalOnly) {
    requireNumberOfPairs(n);
    int[] columns = model.columnArray();
    float[] weights = model.valueArray();
    // numbered by their place in the rows, so that ties go by row and then by column
    TopScores best = new TopScores(Math.min(n, model.nonZeros()));
    for (int row = 0; row < model.queryDimension(); row++) {
      int end = model.rowEnd(row);
      for (int k = model.rowStart(row); k < end; k++) {
        if (!offDiagonalOnly || columns[k] != row) {
          best.offer(k, Math.abs(weights[k]));
        }
      }
    }
    Pair[] pairs = new Pair[best.size()];
    for (int rank = pairs.length - 1; rank >= 0; rank--) {
      int k = best.worstNumber();
      pairs[rank] = new Pair(rowOf(model, k), columns[k], weights[k]);
      best.removeWorst();
    }
    return List.copyOf(Arrays.asList(pairs));
  }

  /**
   * Returns the pairs of different features of an encoder with shared features whose inner products
   * w_i·w_j have the largest absolute values.
   *
   * <p>All pairs would be too many: only the features with the longest rows, which affect scores
   * most, are considered.
   *
   * <p>Costs O(longest² · k).
   *
   * @param n how many pairs to return, at least 0
   * @param longest how many features to consider, 0 to 46,340
   */
  public static List<Pair> of(EncoderModel model, int n, int longest) {
    requireNumberOfPairs(n);
    if (longest < 0 || longest > MOST_FEATURES) {
      throw new IllegalArgumentException(
          "expected 0 to " + MOST_FEATURES + " features to consider, found " + longest);
    }
    int[] features = longestRows(model, longest);
    float[][] rows = new float[features.length][];
    Arrays.setAll(rows, a -> model.queryRow(features[a]));
    int k = model.encodingLength();
    TopScores best = new TopScores(n);
    for (int a = 0; a < rows.length; a++) {
      for (int b = a + 1; b < rows.length; b++) {
        double weight = Math.abs(Slabs.dot(rows[a], rows[b], k));
        if (weight > 0) {
          best.offer(a * rows.length + b, weight);
        }
      }
    }
    Pair[] pairs = new Pair[best.size()];
    for (int rank = pairs.length - 1; rank >= 0; rank--) {
      int a = best.worstNumber() / rows.length;
      int b = best.worstNumber() % rows.length;
      pairs[rank] = new Pair(features[a], features[b], (float) Slabs.dot(rows[a], rows[b], k));
      best.removeWorst();
    }
    return List.copyOf(Arrays.asList(pairs));
  }

  private static void requireNumberOfPairs(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("expected a number of pairs of 0 or more, found " + n);
    }
  }

  private static int[] longestRows(EncoderModel model, int most) {
    int[] learnt = model.queryTable().features();
    Arrays.sort(learnt);
    TopScores best = new TopScores(Math.min(most, learnt.length));
    float[] row = new float[model.encodingLength()];
    for (int feature : learnt) {
      model.queryTable().copyRow(feature, row, 0);
      best.offer(feature, Slabs.dot(row, row, row.length));
    }
    int[] features = new int[best.size()];
    for (int rank = 0; rank < features.length; rank++) {
      features[rank] = best.worstNumber();
      best.removeWorst();
    }
    Arrays.sort(features);
    return features;
  }

  /** The row that holds the {@code k}-th entry: the last one that starts at or before it. */
  static int rowOf(BilinearModel model, int k) {
    int low = 0;
    int high = model.queryDimension() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (model.rowStart(middle) <= k) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
