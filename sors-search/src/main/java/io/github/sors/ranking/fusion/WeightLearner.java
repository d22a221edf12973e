package io.github.sors.ranking.fusion;

import java.util.Arrays;
import java.util.List;

/**
 * Learns the weights of signals from queries whose answers are known, by the listwise loss
 *
 * <pre>
 * L(w) = mean over queries of -Σ tᵢ log softmax(Σ w_s z_s)ᵢ + .001 ‖w‖²      w = log(1 + exp(v))
 * </pre>
 *
 * <p>with t equal parts for the answers and z the scaled scores of the signals. 200 steps of Adam
 * with η = .05 from w = .4; a step costs O(signals · candidates · queries).
 */
public final class WeightLearner {

  private static final int STEPS = 200;
  private static final double RATE = 0.05;
  private static final double PENALTY = 0.001;
  private static final double START = 0.4;
  private static final double MEAN_DECAY = 0.9;
  private static final double SQUARE_DECAY = 0.999;
  private static final double EPSILON = 1e-8;

  private WeightLearner() {}

  /**
   * The scaled scores of a query's candidates.
   *
   * @param scores by signal, then by candidate
   * @param targets the parts of the candidates that are answers
   * @param answers their places
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Example(float[][] scores, int[] answers, double[] targets) {

    /** An example whose answers count alike. */
    public static Example of(float[][] scores, int[] answers) {
      double[] targets = new double[answers.length];
      Arrays.fill(targets, 1.0 / answers.length);
      return new Example(scores, answers, targets);
    }
  }

  /**
   * Learns the weights.
   *
   * @param examples queries with at least one answer among their candidates
   * @param signals the numbers of the signals that are weighed
   */
  public static double[] learn(List<Example> examples, int[] signals) {
    double[] inner = new double[signals.length];
    Arrays.fill(inner, Math.log(Math.expm1(START)));
    double[] means = new double[signals.length];
    double[] squares = new double[signals.length];
    for (int step = 1; step <= STEPS; step++) {
      double[] gradient = new double[signals.length];
      loss(examples, signals, inner, gradient);
      for (int k = 0; k < inner.length; k++) {
        means[k] += (1 - MEAN_DECAY) * (gradient[k] - means[k]);
        squares[k] += (1 - SQUARE_DECAY) * (gradient[k] * gradient[k] - squares[k]);
        double mean = means[k] / (1 - Math.pow(MEAN_DECAY, step));
        double square = squares[k] / (1 - Math.pow(SQUARE_DECAY, step));
        inner[k] -= RATE * mean / (Math.sqrt(square) + EPSILON);
      }
    }
    return Arrays.stream(inner).map(WeightLearner::softplus).toArray();
  }

  static double softplus(double value) {
    return value > 30 ? value : Math.log1p(Math.exp(value));
  }

  /** The loss at v, and its gradient. */
  static double loss(List<Example> examples, int[] signals, double[] inner, double[] gradient) {
    double[] weights = Arrays.stream(inner).map(WeightLearner::softplus).toArray();
    double loss = 0;
    for (Example example : examples) {
      loss += loss(example, signals, weights, gradient) / examples.size();
    }
    for (int k = 0; k < inner.length; k++) {
      loss += PENALTY * weights[k] * weights[k];
      double ofWeight = gradient[k] / examples.size() + 2 * PENALTY * weights[k];
      // the slope of softplus
      gradient[k] = ofWeight / (1 + Math.exp(-inner[k]));
    }
    return loss;
  }

  /** Adds the gradient of one query by the weights. */
  private static double loss(Example example, int[] signals, double[] weights, double[] gradient) {
    int size = example.scores()[0].length;
    float[] sums = new float[size];
    for (int k = 0; k < weights.length; k++) {
      float weight = (float) weights[k];
      float[] scores = example.scores()[signals[k]];
      for (int place = 0; place < size; place++) {
        sums[place] += weight * scores[place];
      }
    }
    float most = Float.NEGATIVE_INFINITY;
    for (float sum : sums) {
      most = Math.max(most, sum);
    }
    double whole = 0;
    for (int place = 0; place < size; place++) {
      sums[place] -= most;
    }
    double loss = 0;
    for (int k = 0; k < example.answers().length; k++) {
      loss -= example.targets()[k] * sums[example.answers()[k]];
    }
    for (int place = 0; place < size; place++) {
      // what is this far behind adds nothing
      sums[place] = sums[place] < -40 ? 0 : (float) Math.exp(sums[place]);
      whole += sums[place];
    }
    for (int k = 0; k < weights.length; k++) {
      float[] scores = example.scores()[signals[k]];
      double expected = 0;
      for (int place = 0; place < size; place++) {
        expected += sums[place] * scores[place];
      }
      double wanted = 0;
      for (int answer = 0; answer < example.answers().length; answer++) {
        wanted += example.targets()[answer] * scores[example.answers()[answer]];
      }
      gradient[k] += expected / whole - wanted;
    }
    return loss + Math.log(whole);
  }
}
