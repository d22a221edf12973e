package io.github.sors.metric;

import io.github.sors.BilinearModel;
import io.github.sors.Triplet;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import io.github.sors.parallel.Workers;
import java.util.Map;

/**
 * SDML: a sparse distance from pairs, as a graphical lasso.
 *
 * <pre>
 * min tr(SM) - log det M + λ Σ |M_ij|, i ≠ j
 * S = I + β/K Σ y zzᵀ over K pairs, y = +1 for similar and -1 for dissimilar ones
 * </pre>
 *
 * <p>Qi, Tang, Zha, Chua and Zhang, <i>An Efficient Sparse Metric Learning in High-Dimensional
 * Space via ℓ1-Penalized Log-Determinant Regularization</i>, ICML 2009. Their sum over pairs is a
 * mean here, so that β does not depend on the number of pairs. If the dissimilar pairs outweigh the
 * others, S is not positive definite and the problem has no solution. Then a multiple of the
 * identity is added to raise S's smallest eigenvalue to {@value #LEAST_EIGENVALUE}, which is a
 * stronger prior. M is positive definite. A sweep costs O(d³), so it is for hundreds of features,
 * see {@link GraphicalLasso}.
 *
 * <p>Threads: immutable; a call of {@code learn} may use several threads inside and has ended them
 * when it returns. Failures: those of {@link MetricLearner}; options out of range are refused by
 * {@link Options}.
 */
public final class Sdml implements MetricLearner {

  /** The least eigenvalue of S. */
  static final double LEAST_EIGENVALUE = 0.1;

  private static final int MOST_SWEEPS = 100;
  private static final double TOLERANCE = 1e-5;

  /**
   * The options of SDML.
   *
   * @param lambda λ, the weight of the L1 norm off the diagonal: the larger, the sparser
   * @param balance β, the weight of the pairs against the identity
   */
  public record Options(double lambda, double balance) {

    static final Parameter<Double> LAMBDA =
        Parameter.of(
                "lambda",
                RealRange.atLeast(0).atMost(1e9),
                0.01,
                "weight of the L1 norm off the diagonal, larger is sparser")
            .tuned("0.001", "0.01", "0.1");

    static final Parameter<Double> BALANCE =
        Parameter.of(
            "balance",
            RealRange.above(0).atMost(1e9),
            0.5,
            "weight of the pairs against the identity");

    /** λ = 0.01, β = 0.5. */
    public static final Options DEFAULT =
        new Options(LAMBDA.defaultValue(), BALANCE.defaultValue());

    public Options {
      LAMBDA.require(lambda);
      BALANCE.require(balance);
    }

    static Options of(LearningParameters parameters) {
      return new Options(parameters.get(LAMBDA), parameters.get(BALANCE));
    }

    public Options withLambda(double newLambda) {
      return new Options(newLambda, balance);
    }

    public Options withBalance(double newBalance) {
      return new Options(lambda, newBalance);
    }
  }

  static final AlgorithmDescriptor<MetricLearner> DESCRIPTOR =
      WithForm.describe(
          "sdml",
          "SDML",
          "sparse, by the graphical lasso",
          parameters -> new Sdml(Options.of(parameters)),
          Options.LAMBDA,
          Options.BALANCE);

  private final Options options;

  public Sdml(Options options) {
    this.options = options;
  }

  @Override
  public String algorithm() {
    return MetricAlgorithm.SDML.label();
  }

  @Override
  public Map<String, String> options() {
    return Map.of(
        Options.LAMBDA.name(), Options.LAMBDA.format(options.lambda()),
        Options.BALANCE.name(), Options.BALANCE.format(options.balance()));
  }

  @Override
  public BilinearModel learn(MetricTraining training, MetricListener listener) {
    int dimension = training.dimension();
    HeapBudget.require(
        MetricAlgorithm.SDML.title(),
        dimension,
        4 * HeapBudget.square(dimension) + HeapBudget.model(dimension));
    try (Workers workers = new Workers(training.threads(), "sors-metric")) {
      GraphicalLasso problem =
          new GraphicalLasso(covariance(training), options.lambda(), TOLERANCE);
      int sweeps = 0;
      boolean goOn = true;
      while (goOn && sweeps < MOST_SWEEPS) {
        boolean settled = problem.sweep();
        sweeps++;
        goOn = listener.goOn(sweeps, MOST_SWEEPS) && !settled;
      }
      double[][] precision = problem.precision();
      return DistanceModels.learntBy(
          this,
          DistanceModels.of(
              dimension,
              (row, into) -> System.arraycopy(precision[row], 0, into, 0, dimension),
              workers),
          sweeps);
    }
  }

  /** S, made positive definite. */
  private double[][] covariance(MetricTraining training) {
    DenseMatrix sum = new DenseMatrix(training.dimension(), 1);
    double weight = options.balance() / (2.0 * Math.max(1, training.rounds()));
    for (long t = 0; t < training.rounds(); t++) {
      Triplet triplet = training.triplet(t);
      sum.addOuter(weight, training.similar(triplet));
      sum.addOuter(-weight, training.dissimilar(triplet));
    }
    double[][] covariance = sum.rows();
    double lift = LEAST_EIGENVALUE - GraphicalLasso.smallestEigenvalue(covariance);
    for (int i = 0; lift > 0 && i < covariance.length; i++) {
      covariance[i][i] += lift;
    }
    return covariance;
  }
}
