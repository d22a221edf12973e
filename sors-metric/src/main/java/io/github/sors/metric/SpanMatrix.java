package io.github.sors.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A symmetric matrix A = scale · I + ZᵀCZ, the rows of Z being the K pairs it was changed by: what
 * never leaves the span of few pairs need not be spread out over many features.
 *
 * <p>With g = Zz it is zᵀAz = scale · ‖z‖² + gᵀCg, and Az = Zᵀ(Cg) + scale · z is in the span
 * again, so that A ← A + β(Az)(Az)ᵀ is C ← C + βvvᵀ. Both cost O(K² + K · nnz(z)), whatever the
 * number of features.
 */
final class SpanMatrix implements RankOneMatrix {

  private final double scale;
  private final int capacity;
  private final List<Difference> pairs = new ArrayList<>();
  private final IdentityHashMap<Difference, Integer> places = new IdentityHashMap<>();
  private final List<double[]> coefficients = new ArrayList<>();
  private final double[] spread;
  // Cg of the z measured last
  private final double[] weights;
  private Difference measured;
  // the pairs that have each feature; null until rows are read
  private int[][] pairsOfFeature;

  SpanMatrix(int dimension, double scale, int capacity) {
    this.scale = scale;
    this.capacity = capacity;
    this.spread = new double[dimension];
    this.weights = new double[capacity];
  }

  @Override
  public double measure(Difference z) {
    measured = z;
    z.addTo(spread, 1);
    int size = pairs.size();
    Arrays.fill(weights, 0, size, 0);
    double sum = scale * z.squaredNorm();
    double[] products = new double[size];
    for (int k = 0; k < size; k++) {
      products[k] = pairs.get(k).dot(spread);
      if (products[k] != 0) {
        double[] row = coefficients.get(k);
        for (int l = 0; l < size; l++) {
          weights[l] += products[k] * row[l];
        }
      }
    }
    for (int k = 0; k < size; k++) {
      sum += products[k] * weights[k];
    }
    for (int k = 0; k < z.size(); k++) {
      spread[z.index(k)] = 0;
    }
    return sum;
  }

  @Override
  public void update(double beta) {
    Integer known = places.get(measured);
    int place = known == null ? pairs.size() : known;
    if (known == null) {
      places.put(measured, place);
      pairs.add(measured);
      coefficients.add(new double[capacity]);
      weights[place] = 0;
    }
    weights[place] += scale;
    int size = pairs.size();
    for (int k = 0; k < size; k++) {
      double[] row = coefficients.get(k);
      double left = weights[k];
      for (int l = 0; l < size; l++) {
        row[l] += beta * (left * weights[l]);
      }
    }
    pairsOfFeature = null;
  }

  @Override
  public void read(int row, double[] into) {
    int[] having = pairsOfFeature()[row];
    int size = pairs.size();
    double[] combined = new double[size];
    for (int k : having) {
      Difference pair = pairs.get(k);
      double value = valueAt(pair, row);
      double[] ofPair = coefficients.get(k);
      for (int l = 0; l < size; l++) {
        combined[l] += value * ofPair[l];
      }
    }
    Arrays.fill(into, 0);
    for (int l = 0; l < size; l++) {
      if (combined[l] != 0) {
        pairs.get(l).addTo(into, combined[l]);
      }
    }
    into[row] += scale;
  }

  private static double valueAt(Difference pair, int feature) {
    int low = 0;
    int high = pair.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pair.index(middle) < feature) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return pair.value(low);
  }

  private synchronized int[][] pairsOfFeature() {
    if (pairsOfFeature == null) {
      int[] counts = new int[spread.length];
      for (Difference pair : pairs) {
        for (int k = 0; k < pair.size(); k++) {
          counts[pair.index(k)]++;
        }
      }
      int[][] lists = new int[spread.length][];
      Arrays.setAll(lists, feature -> new int[counts[feature]]);
      for (int p = pairs.size() - 1; p >= 0; p--) {
        Difference pair = pairs.get(p);
        for (int k = 0; k < pair.size(); k++) {
          int feature = pair.index(k);
          lists[feature][--counts[feature]] = p;
        }
      }
      pairsOfFeature = lists;
    }
    return pairsOfFeature;
  }
}
