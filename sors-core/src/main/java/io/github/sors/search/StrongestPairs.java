package io.github.sors.search;

import io.github.sors.BilinearModel;
import java.util.Arrays;
import java.util.List;

/** The entries of a model's matrix that are largest in absolute value: what it has learnt most. */
public final class StrongestPairs {

  /**
   * One entry of the matrix.
   *
   * @param queryFeature the row, a feature of the query
   * @param itemFeature the column, a feature of the item
   * @param weight the entry, not zero
   */
  public record Pair(int queryFeature, int itemFeature, float weight) {}

  private StrongestPairs() {}

  /**
   * Returns the strongest entries, the largest absolute value first; ties by row, then by column.
   *
   * <p>One pass over the entries with a heap of {@code n}.
   *
   * @param n how many to return, at least 0; all where there are fewer
   * @param offDiagonalOnly whether to leave out the pairs of a feature with itself, which mean
   *     something only where both sides share their features
   */
  public static List<Pair> of(BilinearModel model, int n, boolean offDiagonalOnly) {
    if (n < 0) {
      throw new IllegalArgumentException("expected a number of pairs of 0 or more, found " + n);
    }
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

  /** The row that holds the {@code k}-th entry: the last one that starts at or before it. */
  private static int rowOf(BilinearModel model, int k) {
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
