package io.github.sors.index;

import io.github.sors.BilinearModel;
import io.github.sors.Expansion;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import java.util.Arrays;

/**
 * A signed weight for each feature of the items: the query that an index answers.
 *
 * <p>The score of an item d is Σ weightⱼ dⱼ. Weights are double precision, so the scores of an
 * expanded query equal those of {@link BilinearModel#scorerFor}; for sparse items they are
 * bit-identical.
 *
 * <p>Threads: immutable. Failures: a model whose scores no weights can express throws {@link
 * InvalidInputException}, a negative budget {@link IllegalArgumentException}.
 */
public final class WeightedQuery {

  // strictly ascending
  private final int[] features;
  // not zero, finite
  private final double[] weights;

  private WeightedQuery(int[] features, double[] weights) {
    this.features = features;
    this.weights = weights;
  }

  /** Uses the values of a vector as weights: a search by inner product, without a model. */
  public static WeightedQuery of(SparseVector vector) {
    double[] weights = new double[vector.size()];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = vector.value(k);
    }
    return new WeightedQuery(vector.indexArray(), weights);
  }

  /**
   * Returns the learnt expansion Mᵀq of a query, which must be normalised as the model requires.
   *
   * <p>Costs O(columns of M + Σ nnz(row i), i in q).
   *
   * @throws InvalidInputException if the model is a distance or a cosine, which no weighted query
   *     can express
   */
  public static WeightedQuery expand(BilinearModel model, SparseVector query) {
    if (model.form() != BilinearModel.Form.SIMILARITY) {
      throw new InvalidInputException(
          "an index cannot be searched with a learnt "
              + model.form().label()
              + " ("
              + model.provenance().algorithm()
              + "): search the rows themselves, or learn a similarity");
    }
    Expansion expanded = model.expansionOf(query);
    int[] features = expanded.weightedFeatures();
    double[] weights = new double[features.length];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = expanded.weight(features[k]);
    }
    return new WeightedQuery(features, weights);
  }

  /** The number of features that have a weight. */
  public int size() {
    return features.length;
  }

  /** The {@code k}-th feature, in ascending order. */
  public int feature(int k) {
    return features[k];
  }

  /** The weight of the {@code k}-th feature. */
  public double weight(int k) {
    return weights[k];
  }

  int[] featureArray() {
    return features;
  }

  double[] weightArray() {
    return weights;
  }

  /**
   * Returns the {@code n} features with the largest absolute weights, equal ones by ascending
   * feature; this query itself if it has no more.
   *
   * <p>A shorter query is faster and less exact; {@link BudgetLoss} measures the loss.
   */
  public WeightedQuery strongest(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("expected a budget of 0 features or more, found " + n);
    }
    if (n >= features.length) {
      return this;
    }
    double[] magnitudes = new double[weights.length];
    for (int k = 0; k < magnitudes.length; k++) {
      magnitudes[k] = Math.abs(weights[k]);
    }
    Arrays.sort(magnitudes);
    double least = n == 0 ? Double.POSITIVE_INFINITY : magnitudes[magnitudes.length - n];
    int above = 0;
    for (double weight : weights) {
      above += Math.abs(weight) > least ? 1 : 0;
    }
    int equal = n - above;
    int[] keptFeatures = new int[n];
    double[] keptWeights = new double[n];
    int kept = 0;
    for (int k = 0; k < features.length && kept < n; k++) {
      double magnitude = Math.abs(weights[k]);
      if (magnitude > least || (magnitude == least && equal-- > 0)) {
        keptFeatures[kept] = features[k];
        keptWeights[kept++] = weights[k];
      }
    }
    return new WeightedQuery(keptFeatures, keptWeights);
  }

  /**
   * Returns the features with positive weights, for search engines that do not allow negative ones.
   */
  public WeightedQuery positive() {
    int[] keptFeatures = new int[features.length];
    double[] keptWeights = new double[features.length];
    int kept = 0;
    for (int k = 0; k < features.length; k++) {
      if (weights[k] > 0) {
        keptFeatures[kept] = features[k];
        keptWeights[kept++] = weights[k];
      }
    }
    return new WeightedQuery(Arrays.copyOf(keptFeatures, kept), Arrays.copyOf(keptWeights, kept));
  }

  /** The score of one vector, summed in ascending order of the features. */
  public double score(SparseVector vector) {
    double sum = 0;
    int k = 0;
    for (int b = 0; b < vector.size(); b++) {
      while (k < features.length && features[k] < vector.index(b)) {
        k++;
      }
      if (k < features.length && features[k] == vector.index(b)) {
        sum += weights[k] * vector.value(b);
      }
    }
    return sum;
  }
}
