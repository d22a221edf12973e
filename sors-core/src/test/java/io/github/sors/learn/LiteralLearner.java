package io.github.sors.learn;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.Arrays;

/**
 * The algorithms as their papers print them: dense, in double precision, O(d²) a round, nothing
 * lazy. The judge of every fast path.
 */
final class LiteralLearner {

  private final Algorithm algorithm;
  private final double lambda;
  private final StepSize eta;
  private final double delta;
  // C of OASIS, r of AROMA
  private final double strength;
  private final double margin;
  private final double[][] m;
  private final double[][] h;
  private final double[][] variances;
  private long round;

  LiteralLearner(
      Algorithm algorithm,
      int rows,
      int columns,
      boolean identity,
      double lambda,
      StepSize eta,
      double delta,
      double strength,
      double margin) {
    this.algorithm = algorithm;
    this.lambda = lambda;
    this.eta = eta;
    this.delta = delta;
    this.strength = strength;
    this.margin = margin;
    this.m = new double[rows][columns];
    this.h = new double[rows][columns];
    this.variances = new double[rows][columns];
    for (double[] row : variances) {
      Arrays.fill(row, 1);
    }
    for (int i = 0; identity && i < rows; i++) {
      m[i][i] = 1;
    }
  }

  double learn(Triplet triplet) {
    round++;
    double[] x = dense(triplet.query(), m.length);
    double[] positive = dense(triplet.positive(), m[0].length);
    double[] negative = dense(triplet.negative(), m[0].length);
    double loss = Math.max(0, margin - similarity(x, positive) + similarity(x, negative));
    double[][] gradient = new double[m.length][m[0].length];
    double squaredNorm = 0;
    double variance = 0;
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[0].length; j++) {
        gradient[i][j] = loss > 0 ? -x[i] * (positive[j] - negative[j]) : 0;
        squaredNorm += gradient[i][j] * gradient[i][j];
        variance += variances[i][j] * gradient[i][j] * gradient[i][j];
      }
    }
    double step = eta.at(round);
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[0].length; j++) {
        double g = gradient[i][j];
        boolean shrinks = i != j;
        switch (algorithm) {
          case SORS_I -> m[i][j] = soft(m[i][j] - step * g, step * lambda);
          case SORS_II -> m[i][j] = soft(m[i][j] - step * g, shrinks ? step * lambda : 0);
          case ADASORS_I, ADASORS_II -> {
            h[i][j] = Math.sqrt(h[i][j] * h[i][j] + g * g);
            double sigma = delta + h[i][j];
            boolean exempt = algorithm == Algorithm.ADASORS_II && !shrinks;
            m[i][j] = soft(m[i][j] - step * g / sigma, exempt ? 0 : step * lambda / sigma);
          }
          case OASIS -> {
            double tau = squaredNorm == 0 ? 0 : Math.min(strength, loss / squaredNorm);
            m[i][j] -= tau * g;
          }
          case OASIS_II -> m[i][j] -= loss / (squaredNorm + 1 / (2 * strength)) * g;
          case AROMA -> {
            m[i][j] -= loss / (strength + variance) * variances[i][j] * g;
            variances[i][j] -= Math.pow(variances[i][j] * g, 2) / (strength + variance);
          }
          case ONLINE_GRADIENT_DESCENT -> m[i][j] -= step * g;
        }
      }
    }
    return loss;
  }

  private double similarity(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < y.length; j++) {
        sum += x[i] * m[i][j] * y[j];
      }
    }
    return sum;
  }

  private static double[] dense(SparseVector vector, int dimension) {
    double[] values = new double[dimension];
    for (int k = 0; k < vector.size(); k++) {
      values[vector.index(k)] = vector.value(k);
    }
    return values;
  }

  private static double soft(double value, double threshold) {
    return Math.signum(value) * Math.max(Math.abs(value) - threshold, 0);
  }

  double get(int row, int column) {
    return m[row][column];
  }

  /** ‖M - model‖ / ‖M‖ in the Frobenius norm. */
  double relativeError(BilinearModel model) {
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[0].length; j++) {
        difference += Math.pow(m[i][j] - model.get(i, j), 2);
        norm += m[i][j] * m[i][j];
      }
    }
    return Math.sqrt(difference / Math.max(norm, 1e-30));
  }

  /** The largest entry that is zero in one of the two and not in the other. */
  double largestPatternDifference(BilinearModel model) {
    double largest = 0;
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[0].length; j++) {
        if ((m[i][j] == 0) != (model.get(i, j) == 0)) {
          largest = Math.max(largest, Math.abs(m[i][j]) + Math.abs(model.get(i, j)));
        }
      }
    }
    return largest;
  }
}
