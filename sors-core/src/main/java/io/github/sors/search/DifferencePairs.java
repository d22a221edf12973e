package io.github.sors.search;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The pairs of the features in which a query and an item differ: -zᵀMz, z = x - y. */
final class DifferencePairs {

  private final BilinearModel model;
  private final SparseVector query;
  private final int most;
  // z by feature; zero between two items
  private final double[] differences;

  DifferencePairs(BilinearModel model, SparseVector query, int most) {
    this.model = model;
    this.query = query;
    this.most = most;
    differences = new double[model.queryDimension()];
  }

  Explainer.Split of(SparseVector item) {
    add(query, 1);
    add(item, -1);
    int[] columns = model.columnArray();
    float[] weights = model.valueArray();
    int[] features = featuresOf(item);
    TopScores best = new TopScores((int) Math.min(most, (long) features.length * features.length));
    long count = 0;
    double sum = 0;
    for (int row : features) {
      double ofRow = -differences[row];
      int end = ofRow == 0 ? 0 : model.rowEnd(row);
      for (int k = model.rowStart(row); k < end; k++) {
        double ofColumn = differences[columns[k]];
        if (ofColumn != 0) {
          double contribution = ofRow * weights[k] * ofColumn;
          sum += contribution;
          count++;
          best.offer(k, Math.abs(contribution));
        }
      }
    }
    Explanation.Pair[] strongest = new Explanation.Pair[best.size()];
    for (int rank = strongest.length - 1; rank >= 0; rank--) {
      int k = best.worstNumber();
      best.removeWorst();
      int row = StrongestPairs.rowOf(model, k);
      double contribution = -differences[row] * weights[k] * differences[columns[k]];
      strongest[rank] = new Explanation.Pair(row, columns[k], weights[k], contribution);
    }
    for (int feature : features) {
      differences[feature] = 0;
    }
    return new Explainer.Split(List.of(strongest), count, sum);
  }

  private void add(SparseVector vector, int sign) {
    for (int a = 0; a < vector.size() && vector.index(a) < differences.length; a++) {
      differences[vector.index(a)] += sign * (double) vector.value(a);
    }
  }

  /** The features of the query and of an item that M knows, ascending. */
  private int[] featuresOf(SparseVector item) {
    return IntStream.concat(Arrays.stream(query.indexArray()), Arrays.stream(item.indexArray()))
        .filter(feature -> feature < differences.length)
        .sorted()
        .distinct()
        .toArray();
  }
}
