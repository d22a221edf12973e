package io.github.sors.ranking.signal;

import io.github.sors.SparseVector;
import java.util.Arrays;

/** The weights of terms while they are put together, one for each term. Belongs to one thread. */
public final class TermWeights {

  private final double[] weights;

  private TermWeights(int terms) {
    this.weights = new double[terms];
  }

  /**
   * No weight at all.
   *
   * @param terms one more than the largest number of a term
   */
  public static TermWeights none(int terms) {
    return new TermWeights(terms);
  }

  /** Adds a multiple of other weights; those of features that are no terms are left out. */
  public TermWeights plus(double factor, SparseVector vector) {
    for (int k = 0; k < vector.size() && vector.index(k) < weights.length; k++) {
      weights[vector.index(k)] += factor * vector.value(k);
    }
    return this;
  }

  /** The largest positive weights; of equal ones those of the smaller numbers. */
  public SparseVector strongest(int count) {
    double[] positive = Arrays.stream(weights).filter(weight -> weight > 0).sorted().toArray();
    if (positive.length <= count) {
      return vector(0, positive.length);
    }
    double least = positive[positive.length - count];
    int above = 0;
    for (double weight : positive) {
      above += weight > least ? 1 : 0;
    }
    return vector(least, count - above);
  }

  /** The positive weights above a bound, and the first few that equal it. */
  private SparseVector vector(double bound, int equal) {
    int[] features = new int[weights.length];
    float[] values = new float[weights.length];
    int size = 0;
    int left = equal;
    for (int feature = 0; feature < weights.length; feature++) {
      double weight = weights[feature];
      if (weight > 0 && (weight > bound || (weight == bound && left-- > 0))) {
        features[size] = feature;
        values[size++] = (float) weight;
      }
    }
    return SparseVector.of(Arrays.copyOf(features, size), Arrays.copyOf(values, size));
  }

  /** All weights that are not 0. */
  public SparseVector all() {
    int[] features = new int[weights.length];
    float[] values = new float[weights.length];
    int size = 0;
    for (int feature = 0; feature < weights.length; feature++) {
      if (weights[feature] != 0) {
        features[size] = feature;
        values[size++] = (float) weights[feature];
      }
    }
    return SparseVector.of(Arrays.copyOf(features, size), Arrays.copyOf(values, size));
  }
}
