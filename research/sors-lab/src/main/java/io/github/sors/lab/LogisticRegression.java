package io.github.sors.lab;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Multinomial logistic regression: P(c | x) ∝ exp(b_c + w_cᵀx), learnt from labels by minimising ½
 * Σ‖w_c‖² - C Σ log P(y_i | x_i); the b_c are not penalised.
 *
 * <p>The similarity is the probability that two rows have the same class if their classes are drawn
 * independently: S(x, y) = Σ_c P(c | x) P(c | y). This is an upper limit for linear models with
 * full labels, which learning from triplets can hardly exceed.
 */
final class LogisticRegression implements Similarity {

  private static final int MOST_STEPS = 300;
  private static final double TOLERANCE = 1e-7;
  private static final int UNKNOWN = -1;

  private final int classes;
  // the position of each feature's weights, or UNKNOWN if no training row has it
  private final int[] places;
  // by feature, then by class; the last row contains the b_c
  private final double[] weights;

  private LogisticRegression(int classes, int[] places) {
    this.classes = classes;
    this.places = places;
    int known = 0;
    for (int place : places) {
      known = Math.max(known, place + 1);
    }
    this.weights = new double[Math.multiplyExact(known + 1, classes)];
  }

  /**
   * Learns from labelled rows.
   *
   * @param dimension the number of features of all rows to rank
   * @param c C, the weight of the loss against that of the penalty
   * @param goOn returns whether to continue; called before every step
   */
  static LogisticRegression learn(Dataset rows, int dimension, double c, BooleanSupplier goOn) {
    LogisticRegression learnt = new LogisticRegression(rows.classCount(), places(rows, dimension));
    MinimumSearch.Function loss = (weights, gradient) -> learnt.loss(rows, c, weights, gradient);
    new MinimumSearch(loss, MOST_STEPS, TOLERANCE).minimize(learnt.weights, goOn);
    return learnt;
  }

  /** The approximate memory of learning in bytes. */
  static long bytesToLearn(Dataset rows, int dimension) {
    LogisticRegression empty = new LogisticRegression(1, places(rows, dimension));
    return 8L * MinimumSearch.ARRAYS * rows.classCount() * empty.weights.length;
  }

  private static int[] places(Dataset rows, int dimension) {
    int[] places = new int[Math.max(dimension, rows.dimension())];
    for (SparseVector row : rows.vectors()) {
      for (int k = 0; k < row.size(); k++) {
        places[row.index(k)] = 1;
      }
    }
    int next = 0;
    for (int feature = 0; feature < places.length; feature++) {
      places[feature] = places[feature] == 1 ? next++ : UNKNOWN;
    }
    return places;
  }

  private double loss(Dataset rows, double c, double[] at, double[] gradient) {
    int biases = at.length - classes;
    double loss = 0;
    for (int k = 0; k < biases; k++) {
      loss += at[k] * at[k] / 2;
      gradient[k] = at[k];
    }
    for (int k = biases; k < at.length; k++) {
      gradient[k] = 0;
    }
    double[] probabilities = new double[classes];
    for (int number = 0; number < rows.size(); number++) {
      SparseVector row = rows.vector(number);
      int label = rows.label(number);
      loss += c * (logits(row, at, probabilities) - probabilities[label]);
      normalize(probabilities);
      probabilities[label] -= 1;
      for (int k = 0; k < row.size(); k++) {
        int first = places[row.index(k)] * classes;
        double factor = c * row.value(k);
        for (int each = 0; each < classes; each++) {
          gradient[first + each] += factor * probabilities[each];
        }
      }
      for (int each = 0; each < classes; each++) {
        gradient[biases + each] += c * probabilities[each];
      }
    }
    return loss;
  }

  /** Puts b_c + w_cᵀx into an array, and returns the logarithm of the sum of their exponentials. */
  private double logits(SparseVector row, double[] at, double[] logits) {
    System.arraycopy(at, at.length - classes, logits, 0, classes);
    for (int k = 0; k < row.size(); k++) {
      int place = row.index(k) < places.length ? places[row.index(k)] : UNKNOWN;
      if (place != UNKNOWN) {
        for (int each = 0; each < classes; each++) {
          logits[each] += row.value(k) * at[place * classes + each];
        }
      }
    }
    double largest = Double.NEGATIVE_INFINITY;
    for (double logit : logits) {
      largest = Math.max(largest, logit);
    }
    double sum = 0;
    for (double logit : logits) {
      sum += Math.exp(logit - largest);
    }
    return largest + Math.log(sum);
  }

  private static void normalize(double[] logits) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double logit : logits) {
      largest = Math.max(largest, logit);
    }
    double sum = 0;
    for (int k = 0; k < logits.length; k++) {
      logits[k] = Math.exp(logits[k] - largest);
      sum += logits[k];
    }
    for (int k = 0; k < logits.length; k++) {
      logits[k] /= sum;
    }
  }

  /** The number of weights, those of the classes themselves included. */
  int weightCount() {
    return weights.length;
  }

  /** P(c | x) for every class. */
  double[] probabilities(SparseVector row) {
    double[] probabilities = new double[classes];
    logits(row, weights, probabilities);
    normalize(probabilities);
    return probabilities;
  }

  @Override
  public double score(SparseVector query, SparseVector item) {
    return dot(probabilities(query), probabilities(item));
  }

  @Override
  public ItemScorer scorerFor(SparseVector query) {
    double[] ofQuery = probabilities(query);
    return item -> dot(ofQuery, probabilities(item));
  }

  @Override
  public PreparedItems prepare(List<SparseVector> items) {
    double[][] ofItems = items.stream().map(this::probabilities).toArray(double[][]::new);
    return query -> {
      double[] ofQuery = probabilities(query);
      return number -> dot(ofQuery, ofItems[number]);
    };
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }
}
