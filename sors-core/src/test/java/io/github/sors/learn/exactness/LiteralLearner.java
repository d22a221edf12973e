package io.github.sors.learn.exactness;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.learn.StepSize;
import java.util.Arrays;
import java.util.Map;

/**
 * The algorithms as their papers print them: dense, in double precision, O(d²) per round, nothing
 * lazy. The judge of every fast path.
 *
 * <p>A learner that computes in floats cannot decide like this one whether there is a loss when the
 * score is at the margin, and both decisions are right there. So {@link #learnBeside} follows the
 * learner's decision wherever a matrix within the permitted error could have led to it.
 */
public final class LiteralLearner {

  /** The permitted relative error of a learner's matrix. */
  public static final double PERMITTED_ERROR = 1e-4;

  private static final double FLOAT_ROUNDING = 0x1p-24;

  private final Algorithm algorithm;
  private final double lambda;
  private final StepSize eta;
  private final double delta;
  // what entries on the diagonal shrink to
  private final double diagonalTarget;
  // C of OASIS, r of AROMA
  private final double strength;
  private final boolean exactCovariance;
  private final double margin;
  // 0 for the hinge loss, else that of the logistic one
  private final double temperature;
  // the feature of every row and column, ascending
  private final int[] rowFeatures;
  private final int[] columnFeatures;
  private final double[][] m;
  private final double[][] squares;
  private final double[][] sigmas;
  private final double[][] variances;
  // the largest magnitude of each entry so far, or distance from its target, before its shrinkage:
  // what rounding is relative to
  private final double[][] peaks;
  private double squaredPeakNorm;
  private int highestFeature = -1;
  private long round;

  // the triplet of the round
  private final double[] x;
  private final double[] p;
  private boolean foreign;
  private double score;
  private double tolerance;
  private double weight;

  private LiteralLearner(
      Algorithm algorithm, Map<String, String> options, int[] rowFeatures, int[] columnFeatures) {
    this.algorithm = algorithm;
    this.lambda = number(options, "lambda");
    this.eta = options.containsKey("eta") ? StepSize.parse(options.get("eta")) : null;
    this.delta = number(options, "delta");
    this.diagonalTarget = "identity".equals(options.get("shrink-to")) ? 1 : 0;
    this.strength = number(options, options.containsKey("c") ? "c" : "r");
    this.exactCovariance = "exact".equals(options.get("covariance"));
    this.margin = number(options, "margin");
    String loss = options.getOrDefault("loss", "hinge");
    this.temperature =
        loss.equals("hinge") ? 0 : Double.parseDouble(loss.substring("logistic:".length()));
    this.rowFeatures = rowFeatures;
    this.columnFeatures = columnFeatures;
    int rows = rowFeatures.length;
    int columns = columnFeatures.length;
    this.m = new double[rows][columns];
    this.squares = new double[rows][columns];
    this.sigmas = new double[rows][columns];
    this.variances = new double[rows][columns];
    this.peaks = new double[rows][columns];
    this.x = new double[rows];
    this.p = new double[columns];
    for (int i = 0; i < rows; i++) {
      Arrays.fill(sigmas[i], delta);
      Arrays.fill(variances[i], 1);
    }
    if ("identity".equals(options.get("init"))) {
      for (int i = 0; i < rows; i++) {
        set(i, i, 1, 1);
      }
    }
  }

  private static double number(Map<String, String> options, String name) {
    return Double.parseDouble(options.getOrDefault(name, "0"));
  }

  /** The literal algorithm of a learner that has not begun, for features 0, 1, 2, …. */
  public static LiteralLearner of(OnlineBilinearLearner learner, int rows, int columns) {
    return of(learner, numbers(rows), numbers(columns));
  }

  /**
   * The same for some features only, in ascending order. A triplet of other features must not have
   * any of these too: to them it is a round without a gradient.
   */
  public static LiteralLearner of(
      OnlineBilinearLearner learner, int[] rowFeatures, int[] columnFeatures) {
    Algorithm algorithm = Algorithm.parse(learner.algorithm());
    return new LiteralLearner(algorithm, learner.options(), rowFeatures, columnFeatures);
  }

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, k -> k);
    return numbers;
  }

  /** Plays one round and returns its loss. */
  public double learn(Triplet triplet) {
    take(triplet);
    double loss = loss();
    step(loss);
    return weight * loss;
  }

  /**
   * Plays one round beside a learner, and decides like it whether there is a loss unless its loss
   * is wrong.
   *
   * @param learnersLoss the loss that the learner had in this round
   * @return whether the learner's loss is right, within what the permitted error of its matrix and
   *     the rounding of the score account for
   */
  public boolean learnBeside(Triplet triplet, double learnersLoss) {
    take(triplet);
    double loss = loss();
    boolean right = foreign || Math.abs(loss - learnersLoss / weight) <= tolerance;
    step(right ? decidedBy(learnersLoss / weight, loss) : loss);
    return right;
  }

  /** What a learner's loss decides: where the slope jumps, which side; where it bends, how far. */
  private double decidedBy(double learnersLoss, double loss) {
    if (temperature > 0) {
      return learnersLoss;
    }
    return learnersLoss > 0 ? Math.max(loss, Double.MIN_VALUE) : 0;
  }

  /** [margin - score]₊, or τ log(1 + exp((margin - score) / τ)). */
  private double loss() {
    double shortfall = margin - score;
    if (temperature == 0) {
      return Math.max(0, shortfall);
    }
    double ratio = shortfall / temperature;
    // beyond 700 the exponential overflows, and the 1 is lost long before
    return ratio > 700 ? shortfall : temperature * Math.log1p(Math.exp(ratio));
  }

  /** The slope of the loss where it has this value. */
  private double slope(double loss) {
    if (temperature == 0) {
      return loss > 0 ? 1 : 0;
    }
    return 1 - Math.exp(-loss / temperature);
  }

  /** Takes x and x⁺ - x⁻, their score, and how far a learner's score may be from it. */
  private void take(Triplet triplet) {
    Arrays.fill(x, 0);
    Arrays.fill(p, 0);
    foreign = false;
    weight = triplet.weight();
    add(triplet.query(), 1, rowFeatures, x);
    add(triplet.positive(), 1, columnFeatures, p);
    add(triplet.negative(), -1, columnFeatures, p);
    double sum = 0;
    double magnitude = 0;
    int terms = 0;
    for (int i = 0; i < x.length; i++) {
      if (x[i] == 0) {
        continue;
      }
      for (int j = 0; j < p.length; j++) {
        sum += x[i] * m[i][j] * p[j];
        magnitude += Math.abs(x[i] * p[j]) * peaks[i][j];
        terms += p[j] == 0 ? 0 : 1;
      }
    }
    score = sum;
    // the error of the matrix, wherever it may be, by Cauchy and Schwarz
    double ofMatrix = Math.sqrt(squaredNorm(x) * squaredNorm(p) * squaredPeakNorm);
    tolerance =
        PERMITTED_ERROR * (ofMatrix + magnitude)
            + FLOAT_ROUNDING * (terms * magnitude + 16 * margin);
  }

  private void add(SparseVector vector, int sign, int[] features, double[] sum) {
    for (int k = 0; k < vector.size(); k++) {
      int feature = vector.index(k);
      boolean plain = feature < features.length && features[feature] == feature;
      int place = plain ? feature : Arrays.binarySearch(features, feature);
      if (place < 0) {
        foreign = true;
      } else {
        sum[place] += sign * (double) vector.value(k);
      }
      highestFeature = Math.max(highestFeature, feature);
    }
  }

  private static double squaredNorm(double[] vector) {
    double sum = 0;
    for (double value : vector) {
      sum += value * value;
    }
    return sum;
  }

  private void step(double loss) {
    round++;
    boolean lossy = loss > 0;
    double slope = weight * slope(loss);
    switch (algorithm) {
      case SORS_I -> shrinkingStep(slope, false);
      case SORS_II -> shrinkingStep(slope, true);
      case ADASORS_I -> adaptiveStep(slope, false);
      case ADASORS_II -> adaptiveStep(slope, true);
      case OASIS -> {
        double squaredNorm = squaredNorm(x) * squaredNorm(p);
        move(lossy && squaredNorm > 0 ? Math.min(weight * strength, loss / squaredNorm) : 0);
      }
      case AROMA -> {
        if (lossy) {
          confidenceWeightedStep(loss);
        }
      }
      case ONLINE_GRADIENT_DESCENT -> move(eta.at(round) * slope);
      default -> throw new IllegalStateException("no literal form of " + algorithm);
    }
  }

  /** An entry after its shrinkage to zero or, on the diagonal, to its target. */
  private double shrunk(int i, int j, double value, boolean diagonalExempt, double threshold) {
    if (i != j) {
      return soft(value, threshold);
    }
    if (diagonalTarget != 0) {
      return diagonalTarget + soft(value - diagonalTarget, threshold);
    }
    return diagonalExempt ? value : soft(value, threshold);
  }

  /** M ← soft(M - ηG, ηλ). */
  private void shrinkingStep(double slope, boolean diagonalExempt) {
    double step = eta.at(round);
    double threshold = step * lambda;
    for (int i = 0; i < x.length; i++) {
      double length = step * slope * x[i];
      for (int j = 0; j < p.length; j++) {
        double stepped = m[i][j] + length * p[j];
        set(i, j, stepped, shrunk(i, j, stepped, diagonalExempt, threshold));
      }
    }
  }

  /** Σ ← Σ + G², M ← soft(M - ηG / (δ + √Σ), ηλ / (δ + √Σ)). */
  private void adaptiveStep(double slope, boolean diagonalExempt) {
    double step = eta.at(round);
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < p.length; j++) {
        double g = slope * x[i] * p[j];
        if (g != 0) {
          squares[i][j] += g * g;
          sigmas[i][j] = delta + Math.sqrt(squares[i][j]);
        }
        double sigma = sigmas[i][j];
        double stepped = m[i][j] + step * g / sigma;
        set(i, j, stepped, shrunk(i, j, stepped, diagonalExempt, step * lambda / sigma));
      }
    }
  }

  /** M ← M + length · x pᵀ. */
  private void move(double length) {
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < p.length; j++) {
        double stepped = m[i][j] + length * x[i] * p[j];
        set(i, j, stepped, stepped);
      }
    }
  }

  /** M ← M + ℓ / (r + v) · S g, and S smaller. */
  private void confidenceWeightedStep(double loss) {
    double r = strength;
    double[] terms = new double[x.length * p.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < p.length; j++) {
        double g = x[i] * p[j];
        terms[i * p.length + j] = variances[i][j] * g * g;
      }
    }
    double variance = Arrays.stream(terms).sum();
    double[] others = sumsOfOthers(terms);
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < p.length; j++) {
        double g = x[i] * p[j];
        double stepped = m[i][j] + loss / (r + variance) * variances[i][j] * g;
        set(i, j, stepped, stepped);
        // S - S²g² / (r + v) = S (r + v - Sg²) / (r + v), which does not cancel
        variances[i][j] *=
            exactCovariance
                ? r / (r + terms[i * p.length + j])
                : (r + others[i * p.length + j]) / (r + variance);
      }
    }
  }

  /** For every term the sum of all others, without a subtraction. */
  private static double[] sumsOfOthers(double[] terms) {
    double[] sums = new double[terms.length];
    double before = 0;
    for (int k = 0; k < terms.length; k++) {
      sums[k] = before;
      before += terms[k];
    }
    double after = 0;
    for (int k = terms.length - 1; k >= 0; k--) {
      sums[k] += after;
      after += terms[k];
    }
    return sums;
  }

  private static double soft(double value, double threshold) {
    return value > threshold ? value - threshold : value < -threshold ? value + threshold : 0;
  }

  private void set(int i, int j, double beforeShrinkage, double value) {
    m[i][j] = value;
    double target = i == j ? diagonalTarget : 0;
    double magnitude = Math.max(Math.abs(beforeShrinkage), Math.abs(beforeShrinkage - target));
    double peak = peaks[i][j];
    if (magnitude > peak) {
      squaredPeakNorm += magnitude * magnitude - peak * peak;
      peaks[i][j] = magnitude;
    }
  }

  /** ‖M - model‖ / ‖M‖ in the Frobenius norm; not a number or infinite if the model is. */
  public double relativeError(BilinearModel model) {
    double norm = 0;
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[i].length; j++) {
        norm += m[i][j] * m[i][j];
      }
    }
    return relativeTo(norm, distance(model));
  }

  /**
   * ‖M - model‖ / ‖peaks of M‖: the error relative to how large every entry has been on the way,
   * which is what the floats of a learner can promise after an entry has nearly vanished.
   */
  public double errorOfPeak(BilinearModel model) {
    return relativeTo(squaredPeakNorm, distance(model));
  }

  private static double relativeTo(double squaredNorm, double distance) {
    return distance == 0 ? 0 : distance / Math.sqrt(Math.max(squaredNorm, 1e-60));
  }

  private double distance(BilinearModel model) {
    double sum = 0;
    for (int i = 0; i < m.length && rowFeatures[i] <= highestFeature; i++) {
      for (int j = 0; j < m[0].length && columnFeatures[j] <= highestFeature; j++) {
        double difference = m[i][j] - model.get(rowFeatures[i], columnFeatures[j]);
        sum += difference * difference;
      }
    }
    return Math.sqrt(sum);
  }

  /** The largest entry that is zero in one of the two and not in the other. */
  public double largestPatternDifference(BilinearModel model) {
    double largest = 0;
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[0].length; j++) {
        float other = model.get(rowFeatures[i], columnFeatures[j]);
        if ((m[i][j] == 0) != (other == 0)) {
          largest = Math.max(largest, Math.abs(m[i][j]) + Math.abs(other));
        }
      }
    }
    return largest;
  }
}
