package io.github.sors.lab.regret;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.TripletSampler;
import java.util.stream.IntStream;

/** A fixed sequence of triplets, and with it the linear map M ↦ (x_tᵀ M p_t)_t, p = x⁺ - x⁻. */
final class TripletSequence {

  private final int dimension;
  private final Triplet[] triplets;
  private final int[][] queryIndices;
  private final double[][] queryValues;
  private final int[][] differenceIndices;
  private final double[][] differenceValues;

  /** Draws the first triplets from all rows of a data set. */
  TripletSequence(Dataset rows, int dimension, int length, long seed) {
    this.dimension = dimension;
    TripletSampler sampler =
        TripletSampler.of(rows.labels(), IntStream.range(0, rows.size()).toArray(), seed);
    triplets = new Triplet[length];
    queryIndices = new int[length][];
    queryValues = new double[length][];
    differenceIndices = new int[length][];
    differenceValues = new double[length][];
    double[] difference = new double[dimension];
    for (int t = 0; t < length; t++) {
      triplets[t] = sampler.triplet(t, rows.vectors());
      queryIndices[t] = triplets[t].query().indexArray().clone();
      float[] values = triplets[t].query().valueArray();
      queryValues[t] = IntStream.range(0, values.length).mapToDouble(k -> values[k]).toArray();
      add(triplets[t].positive(), 1, difference);
      add(triplets[t].negative(), -1, difference);
      differenceIndices[t] =
          IntStream.range(0, dimension).filter(j -> difference[j] != 0).toArray();
      differenceValues[t] =
          IntStream.of(differenceIndices[t]).mapToDouble(j -> difference[j]).toArray();
      for (int j : differenceIndices[t]) {
        difference[j] = 0;
      }
    }
  }

  private static void add(SparseVector vector, double factor, double[] target) {
    for (int k = 0; k < vector.size(); k++) {
      target[vector.index(k)] += factor * vector.value(k);
    }
  }

  int dimension() {
    return dimension;
  }

  int length() {
    return triplets.length;
  }

  Triplet triplet(int t) {
    return triplets[t];
  }

  /** ‖x_t p_tᵀ‖_F = ‖x_t‖ ‖p_t‖, by which the loss of a round can change with M. */
  double norm(int t) {
    double x = 0;
    double p = 0;
    for (double value : queryValues[t]) {
      x += value * value;
    }
    for (double value : differenceValues[t]) {
      p += value * value;
    }
    return Math.sqrt(x * p);
  }

  /** x_tᵀ M p_t, M row by row. */
  double score(int t, double[] matrix) {
    int[] columns = differenceIndices[t];
    double[] p = differenceValues[t];
    double sum = 0;
    for (int a = 0; a < queryIndices[t].length; a++) {
      int row = queryIndices[t][a] * dimension;
      double rowSum = 0;
      for (int b = 0; b < columns.length; b++) {
        rowSum += matrix[row + columns[b]] * p[b];
      }
      sum += queryValues[t][a] * rowSum;
    }
    return sum;
  }

  /** Adds weight · x_t p_tᵀ to a matrix. */
  void add(int t, double weight, double[] matrix) {
    int[] columns = differenceIndices[t];
    double[] p = differenceValues[t];
    for (int a = 0; a < queryIndices[t].length; a++) {
      int row = queryIndices[t][a] * dimension;
      double factor = weight * queryValues[t][a];
      for (int b = 0; b < columns.length; b++) {
        matrix[row + columns[b]] += factor * p[b];
      }
    }
  }

  /** Adds the squares of x_t p_tᵀ, entry by entry, to a matrix. */
  void addSquares(int t, double[] matrix) {
    int[] columns = differenceIndices[t];
    double[] p = differenceValues[t];
    for (int a = 0; a < queryIndices[t].length; a++) {
      int row = queryIndices[t][a] * dimension;
      for (int b = 0; b < columns.length; b++) {
        double entry = queryValues[t][a] * p[b];
        matrix[row + columns[b]] += entry * entry;
      }
    }
  }

  /** Σ_t |x_t p_tᵀ|, entry by entry, over the first rounds. */
  double[] absoluteSums(int rounds) {
    double[] sums = new double[dimension * dimension];
    for (int t = 0; t < rounds; t++) {
      for (int a = 0; a < queryIndices[t].length; a++) {
        int row = queryIndices[t][a] * dimension;
        double factor = Math.abs(queryValues[t][a]);
        for (int b = 0; b < differenceIndices[t].length; b++) {
          sums[row + differenceIndices[t][b]] += factor * Math.abs(differenceValues[t][b]);
        }
      }
    }
    return sums;
  }

  /** The sum of the absolute entries of x_t p_tᵀ. */
  double absoluteSum(int t) {
    double x = 0;
    double p = 0;
    for (double value : queryValues[t]) {
      x += Math.abs(value);
    }
    for (double value : differenceValues[t]) {
      p += Math.abs(value);
    }
    return x * p;
  }
}
