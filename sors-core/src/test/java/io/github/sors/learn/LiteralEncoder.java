package io.github.sors.learn;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.TripletLearner;
import io.github.sors.encoder.row.RowStart;
import java.util.ArrayList;
import java.util.List;

/**
 * The encoder as its formulas say, in doubles, with every row of W visited in every round: O(d · k)
 * a round, the judge of the fast one.
 */
final class LiteralEncoder {

  private final int k;
  private final EncoderOptions options;
  final double[][] queryRows;
  final double[][] itemRows;
  private final double[] querySquares;
  private final double[] itemSquares;

  LiteralEncoder(EncoderOptions options, int queryDimension, int itemDimension) {
    this.options = options;
    this.k = options.dimensions();
    this.queryRows = start(0, queryDimension);
    this.querySquares = new double[queryDimension];
    boolean shared = options.spaces().shared();
    this.itemRows = shared ? queryRows : start(1, itemDimension);
    this.itemSquares = shared ? querySquares : new double[itemDimension];
  }

  private double[][] start(int side, int dimension) {
    RowStart start = options.start(side);
    double[][] rows = new double[dimension][k];
    float[] row = new float[k];
    for (int i = 0; i < dimension; i++) {
      start.fill(i, row, 0);
      for (int j = 0; j < k; j++) {
        rows[i][j] = row[j];
      }
    }
    return rows;
  }

  double learn(Triplet triplet) {
    double[] h = encode(triplet.query(), queryRows);
    double[] p = encode(triplet.positive(), itemRows);
    double[] n = encode(triplet.negative(), itemRows);
    double toPositive = cosine(h, p);
    double toNegative = cosine(h, n);
    double delta = toPositive - toNegative;
    double loss = triplet.weight() * Math.log1p(Math.exp(-delta / options.tau()));
    double g = -triplet.weight() / (1 + Math.exp(delta / options.tau())) / options.tau();
    double[] byQuery = new double[k];
    double[] byPositive = new double[k];
    double[] byNegative = new double[k];
    for (int j = 0; j < k && length(h) > 0; j++) {
      double e = h[j] / length(h);
      double ep = length(p) > 0 ? p[j] / length(p) : 0;
      double en = length(n) > 0 ? n[j] / length(n) : 0;
      byQuery[j] = g * ((ep - en) - delta * e) / length(h);
      byPositive[j] = length(p) > 0 ? g * (e - toPositive * ep) / length(p) : 0;
      byNegative[j] = length(n) > 0 ? -g * (e - toNegative * en) / length(n) : 0;
    }
    step(triplet.query(), queryRows, querySquares, byQuery);
    step(triplet.positive(), itemRows, itemSquares, byPositive);
    step(triplet.negative(), itemRows, itemSquares, byNegative);
    return loss;
  }

  /** A batch with all its gradients written out, and one step of every row. */
  double[] learnTogether(List<Triplet> batch, TripletLearner.Separation separation) {
    double[][] queryMoves = new double[queryRows.length][k];
    double[][] itemMoves = itemRows == queryRows ? queryMoves : new double[itemRows.length][k];
    int size = batch.size();
    double[][] byQuery = new double[size][k];
    double[][] byPositive = new double[size][k];
    double[][] byNegative = new double[size][k];
    double[] losses = new double[size];
    for (int i = 0; i < size; i++) {
      Triplet triplet = batch.get(i);
      double[] h = encode(triplet.query(), queryRows);
      double[] p = encode(triplet.positive(), itemRows);
      List<double[]> negatives = new ArrayList<>();
      List<double[]> gradients = new ArrayList<>();
      for (int j = 0; j < size; j++) {
        if (j != i && separation.isApart(i, j)) {
          negatives.add(encode(batch.get(j).positive(), itemRows));
          gradients.add(byPositive[j]);
        }
      }
      if (negatives.isEmpty()) {
        negatives.add(encode(triplet.negative(), itemRows));
        gradients.add(byNegative[i]);
      }
      double sum = 1;
      for (double[] n : negatives) {
        sum += Math.exp((cosine(h, n) - cosine(h, p)) / options.tau());
      }
      losses[i] = triplet.weight() * Math.log(sum);
      for (int n = 0; n < negatives.size(); n++) {
        double share = Math.exp((cosine(h, negatives.get(n)) - cosine(h, p)) / options.tau()) / sum;
        double slope = triplet.weight() * share / options.tau();
        addCosineGradient(slope, h, negatives.get(n), byQuery[i], gradients.get(n));
        addCosineGradient(-slope, h, p, byQuery[i], byPositive[i]);
      }
    }
    for (int i = 0; i < size; i++) {
      collect(batch.get(i).query(), byQuery[i], querySquares, queryMoves);
      collect(batch.get(i).positive(), byPositive[i], itemSquares, itemMoves);
      collect(batch.get(i).negative(), byNegative[i], itemSquares, itemMoves);
    }
    move(queryRows, querySquares, queryMoves);
    if (itemRows != queryRows) {
      move(itemRows, itemSquares, itemMoves);
    }
    for (int i = 0; i < size; i++) {}
    return losses;
  }

  private void addCosineGradient(
      double slope, double[] left, double[] right, double[] byLeft, double[] byRight) {
    double lengths = length(left) * length(right);
    double cosine = cosine(left, right);
    double squaredLeft = dot(left, left);
    double squaredRight = dot(right, right);
    for (int j = 0; j < k && lengths > 0; j++) {
      byLeft[j] += slope * (right[j] / lengths - cosine * left[j] / squaredLeft);
      byRight[j] += slope * (left[j] / lengths - cosine * right[j] / squaredRight);
    }
  }

  private void collect(SparseVector vector, double[] gradient, double[] squares, double[][] moves) {
    for (int a = 0; a < vector.size(); a++) {
      int i = vector.index(a);
      double x = vector.value(a);
      squares[i] += x * x * dot(gradient, gradient) / k;
      for (int j = 0; j < k; j++) {
        moves[i][j] += x * gradient[j];
      }
    }
  }

  private void move(double[][] rows, double[] squares, double[][] moves) {
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < k && squares[i] > 0; j++) {
        rows[i][j] -= options.eta() * moves[i][j] / (options.delta() + Math.sqrt(squares[i]));
      }
    }
  }

  double score(SparseVector query, SparseVector item) {
    return cosine(encode(query, queryRows), encode(item, itemRows));
  }

  private double[] encode(SparseVector vector, double[][] rows) {
    double[] sum = new double[k];
    for (int a = 0; a < vector.size(); a++) {
      for (int j = 0; j < k; j++) {
        sum[j] += vector.value(a) * rows[vector.index(a)][j];
      }
    }
    return sum;
  }

  private static double length(double[] vector) {
    return Math.sqrt(dot(vector, vector));
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int j = 0; j < left.length; j++) {
      sum += left[j] * right[j];
    }
    return sum;
  }

  private static double cosine(double[] left, double[] right) {
    double lengths = length(left) * length(right);
    return lengths > 0 ? dot(left, right) / lengths : 0;
  }

  private void step(SparseVector vector, double[][] rows, double[] squares, double[] gradient) {
    double squared = dot(gradient, gradient) / k;
    for (int a = 0; a < vector.size() && squared > 0; a++) {
      int i = vector.index(a);
      double x = vector.value(a);
      squares[i] += x * x * squared;
      for (int j = 0; j < k; j++) {
        rows[i][j] -= options.eta() * x * gradient[j] / (options.delta() + Math.sqrt(squares[i]));
      }
    }
  }
}
