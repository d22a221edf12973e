package io.github.sors.server.collection.model;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scores with the matrix that a collection starts from, extended to all features that came later by
 * a diagonal.
 *
 * @param given the matrix; null for none
 * @param diagonal the entry on the diagonal of every later feature: 1 or 0
 */
record MatrixStart(@Nullable BilinearModel given, float diagonal)
    implements CollectionStart.Scorer {

  @Override
  public double[] scores(SparseVector query, List<SparseVector> items) {
    double[] scores = new double[items.size()];
    for (int k = 0; k < scores.length; k++) {
      SparseVector item = items.get(k);
      scores[k] = given == null ? 0 : given.score(query, item);
      if (diagonal != 0) {
        scores[k] += diagonal * laterDot(query, item);
      }
    }
    return scores;
  }

  /** The dot product over the features that the matrix does not have. */
  private double laterDot(SparseVector query, SparseVector item) {
    int first = given == null ? 0 : given.queryDimension();
    double sum = 0;
    for (int k = query.size() - 1; k >= 0 && query.index(k) >= first; k--) {
      sum += (double) query.value(k) * item.get(query.index(k));
    }
    return sum;
  }
}
