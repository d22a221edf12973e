package io.github.sors.metric;

import io.github.sors.Triplet;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import io.github.sors.parallel.Workers;
import java.util.Arrays;
import java.util.Map;

/**
 * RDML: online learning of a distance with similar pairs below a threshold b and dissimilar ones
 * above, with steps limited so that A stays positive definite.
 *
 * <pre>
 * A_1 = εI;  a pair on the right side of b changes nothing, else
 * dissimilar  A ← A + ηzzᵀ
 * similar     A ← A - min(η, 0.99 / zᵀA⁻¹z) zzᵀ
 * </pre>
 *
 * <p>Jin, Wang and Zhou, <i>Regularized Distance Metric Learning: Theory and Algorithm</i>, NIPS
 * 2009, whose A_1 is 0: then zᵀA⁻¹z is infinite for every z that is not in the span of earlier
 * dissimilar pairs, and in high dimensions similar pairs have no effect; a small ε comes close to
 * that. With the paper's limit of 1/zᵀA⁻¹z A becomes singular, hence the 0.99. Since many such
 * steps would make A numerically singular, none goes beyond zᵀA⁻¹z = 10⁶‖z‖²/ε. A threshold b = 1
 * assumes distances of about 1, so distances are divided by the median of the squared distances
 * between rows. A pair costs O(d²).
 *
 * <p>Threads: immutable; a call of {@code learn} may use several threads inside and has ended them
 * when it returns. Failures: those of {@link MetricLearner}; options out of range are refused by
 * {@link Options}.
 */
public final class Rdml extends DistanceLearner {

  /**
   * The options of RDML.
   *
   * @param eta η, the step, λ in the paper
   * @param threshold b, the distance that separates similar from dissimilar pairs
   * @param epsilon ε of the start
   */
  public record Options(double eta, double threshold, double epsilon) {

    static final Parameter<Double> ETA =
        Parameter.of("eta", RealRange.above(0).atMost(1e9), 0.1, "step of a pair")
            .tuned("0.01", "0.1", "1");

    static final Parameter<Double> THRESHOLD =
        Parameter.of(
                "threshold",
                RealRange.above(0).atMost(1e9),
                1.0,
                "distance between similar and dissimilar")
            .in("medians of the squared distances");

    static final Parameter<Double> EPSILON =
        Parameter.of("epsilon", RealRange.above(0).atMost(1e9), 0.1, "initial A")
            .in("multiples of the identity")
            .tuned("0.1", "1");

    /**
     * η = 0.1, b = 1, ε = 0.1: with ε = b, dissimilar pairs are far enough apart from the start and
     * have no effect.
     */
    public static final Options DEFAULT =
        new Options(ETA.defaultValue(), THRESHOLD.defaultValue(), EPSILON.defaultValue());

    public Options {
      ETA.require(eta);
      THRESHOLD.require(threshold);
      EPSILON.require(epsilon);
    }

    static Options of(LearningParameters parameters) {
      return new Options(parameters.get(ETA), parameters.get(THRESHOLD), parameters.get(EPSILON));
    }

    public Options withEta(double newEta) {
      return new Options(newEta, threshold, epsilon);
    }

    public Options withThreshold(double newThreshold) {
      return new Options(eta, newThreshold, epsilon);
    }

    public Options withEpsilon(double newEpsilon) {
      return new Options(eta, threshold, newEpsilon);
    }
  }

  static final AlgorithmDescriptor<MetricLearner> DESCRIPTOR =
      WithForm.describe(
          WithForm.FORM.tuned("distance", "similarity"),
          "rdml",
          "RDML",
          "regularised, one pair after the other",
          parameters -> new Rdml(Options.of(parameters)),
          Options.ETA,
          Options.THRESHOLD,
          Options.EPSILON);

  private static final double CAP = 0.99;
  private static final double LARGEST_INVERSE = 1e6;

  private final Options options;

  public Rdml(Options options) {
    super(MetricAlgorithm.RDML);
    this.options = options;
  }

  @Override
  public Map<String, String> options() {
    return Map.of(
        Options.ETA.name(), Options.ETA.format(options.eta()),
        Options.THRESHOLD.name(), Options.THRESHOLD.format(options.threshold()),
        Options.EPSILON.name(), Options.EPSILON.format(options.epsilon()));
  }

  @Override
  long bytes(int dimension, int rows) {
    return HeapBudget.square(dimension) + CholeskyFactor.bytes(dimension);
  }

  @Override
  LearntMatrix learn(MetricTraining training, Workers workers, MetricListener listener) {
    double unit = unit(training);
    DenseMatrix matrix = new DenseMatrix(training.dimension(), options.epsilon());
    long done = learn(measuredIn(unit, training), matrix, (t, similar, step) -> {}, listener);
    // back to the unit of the rows
    for (double[] row : matrix.rows()) {
      Arrays.setAll(row, j -> row[j] / unit);
    }
    return new LearntMatrix(matrix.rows(), options.epsilon() / unit, done);
  }

  /** A step on A = cI + XᵀWX changes W at four places. */
  @Override
  Spread learn(RowSpan span, Workers workers, MetricListener listener) {
    MetricTraining rows = span.trainingOfUnits();
    DenseMatrix weights = new DenseMatrix(rows.dimension(), 0);
    double unit = unit(span.training());
    long done =
        learn(
            measuredIn(unit, span.training()),
            new DenseMatrix(span.training().dimension(), options.epsilon()),
            (t, similar, step) -> {
              Triplet triplet = rows.triplet(t);
              Difference pair = similar ? rows.similar(triplet) : rows.dissimilar(triplet);
              weights.addOuter(step / (unit * unit), pair);
            },
            listener);
    return new Spread(span.spreadWeights(weights.rows(), options.epsilon() / unit), done);
  }

  /** Called after every change of A. */
  @FunctionalInterface
  private interface ChangeListener {
    void changed(long position, boolean similar, double step);
  }

  private long learn(
      MetricTraining training,
      DenseMatrix matrix,
      ChangeListener changes,
      MetricListener listener) {
    CholeskyFactor factor = new CholeskyFactor(training.dimension(), options.epsilon());
    long done = 0;
    boolean goOn = true;
    while (goOn && done < training.rounds()) {
      Triplet triplet = training.triplet(done);
      for (boolean similar : new boolean[] {true, false}) {
        Difference z = similar ? training.similar(triplet) : training.dissimilar(triplet);
        double step = learn(z, similar, matrix, factor);
        if (step != 0) {
          changes.changed(done, similar, step);
        }
      }
      done++;
      goOn = listener.goOn(done, training.rounds());
    }
    return done;
  }

  /** The median of the squared distances; 1 if all rows are equal. */
  private static double unit(MetricTraining training) {
    double median = DistanceThresholds.of(training.vectors()).median();
    return median > DistanceThresholds.LEAST ? median : 1;
  }

  private static MetricTraining measuredIn(double unit, MetricTraining training) {
    double scale = 1 / Math.sqrt(unit);
    return training.withVectors(
        training.vectors().stream().map(row -> row.scaled(scale)).toList(), training.dimension());
  }

  /**
   * Learns from a pair; updates A and its factor.
   *
   * @return c of the czzᵀ that was added to A, or 0
   */
  double learn(Difference z, boolean similar, DenseMatrix matrix, CholeskyFactor factor) {
    double distance = matrix.form(z);
    boolean right = similar ? distance < options.threshold() : distance > options.threshold();
    if (right || z.isNothing()) {
      return 0;
    }
    double step = similar ? -cappedStep(z, factor.inverseForm(z)) : options.eta();
    if (step != 0) {
      matrix.addOuter(step, z);
      factor.update(step, z);
    }
    return step;
  }

  /** The maximum step along z, given zᵀA⁻¹z: a step c changes it to zᵀA⁻¹z / (1 - c · zᵀA⁻¹z). */
  double cappedStep(Difference z, double ofInverse) {
    double room = 1 - ofInverse * options.epsilon() / (LARGEST_INVERSE * z.squaredNorm());
    return Math.min(options.eta(), Math.max(0, Math.min(CAP, room)) / ofInverse);
  }
}
