package io.github.sors.metric;

import io.github.sors.InvalidInputException;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.IntegerRange;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import io.github.sors.parallel.Workers;
import java.util.Map;

/**
 * LMNN: a distance that draws each row's nearest rows of its class to it and pushes rows of other
 * classes out of the way, by a margin of 1.
 *
 * <pre>
 * min (1-μ) Σ d(i,j) + μ Σ [1 + d(i,j) - d(i,l)]₊   over i, its k target neighbours j, and l of other classes
 * d(a,b) = ‖L(x_a - x_b)‖²,  A = LᵀL
 * </pre>
 *
 * <p>Weinberger and Saul, <i>Distance Metric Learning for Large Margin Nearest Neighbor
 * Classification</i>, JMLR 2009. μ weights the push, as in that text; the authors' program applies
 * it to the pull. Targets are the nearest rows by Euclidean distance and never change. Gradient
 * descent on L from the identity: if a step lowers the objective, it is accepted, and the length of
 * the next one follows from the change of the gradient (Barzilai and Borwein 1988), limited to
 * twice the last; otherwise it is undone and halved. The objective is exact at every step, though
 * few steps need a search for impostors, see {@link ImpostorSearch}. A step costs O(nd² + nnz(W) ·
 * d) for n rows and the weights W of active pairs, a search O(n²d). A is positive semi-definite.
 *
 * <p>Threads: immutable; a call of {@code learn} may use several threads inside and has ended them
 * when it returns. Failures: those of {@link MetricLearner}; options out of range are refused by
 * {@link Options}. Rows without features throw {@link io.github.sors.InvalidInputException}.
 */
public final class Lmnn extends DistanceLearner {

  /**
   * The options of LMNN.
   *
   * @param k how many target neighbours a row has; a class of fewer rows has fewer
   * @param mu μ, the weight of the push, above 0 and below 1
   * @param tolerance learning ends when ten steps lower the objective by less than this share
   */
  public record Options(int k, double mu, double tolerance) {

    static final Parameter<Long> K =
        Parameter.of("k", IntegerRange.countOfAtLeast(1), 3L, "target neighbours of a row");

    static final Parameter<Double> MU =
        Parameter.of("mu", RealRange.above(0).below(1), 0.5, "weight of the push")
            .tuned("0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9");

    static final Parameter<Double> TOLERANCE =
        Parameter.of(
            "tolerance",
            RealRange.atLeast(0).below(1),
            3e-3,
            "ends when ten steps lower the objective by a smaller share");

    /** k = 3, μ = 0.5, tolerance 0.003. */
    public static final Options DEFAULT =
        new Options(Math.toIntExact(K.defaultValue()), MU.defaultValue(), TOLERANCE.defaultValue());

    public Options {
      K.require((long) k);
      MU.require(mu);
      TOLERANCE.require(tolerance);
    }

    static Options of(LearningParameters parameters) {
      return new Options(parameters.getInt(K), parameters.get(MU), parameters.get(TOLERANCE));
    }

    public Options withK(int newK) {
      return new Options(newK, mu, tolerance);
    }

    public Options withMu(double newMu) {
      return new Options(k, newMu, tolerance);
    }

    public Options withTolerance(double newTolerance) {
      return new Options(k, mu, newTolerance);
    }
  }

  static final AlgorithmDescriptor<MetricLearner> DESCRIPTOR =
      WithForm.describe(
          "lmnn",
          "LMNN",
          "large margin to rows of other classes",
          parameters -> new Lmnn(Options.of(parameters)),
          Options.K,
          Options.MU,
          Options.TOLERANCE);

  private static final double FIRST_STEP = 0.01;
  private static final double LONGER = 2;
  private static final double SHORTER = 0.5;
  private static final double SHORTEST = 1e-22;
  private static final int STEPS_A_LOOK = 10;

  private final Options options;

  public Lmnn(Options options) {
    super(MetricAlgorithm.LMNN);
    this.options = options;
  }

  @Override
  public Map<String, String> options() {
    return Map.of(
        Options.K.name(), Options.K.format((long) options.k()),
        Options.MU.name(), Options.MU.format(options.mu()),
        Options.TOLERANCE.name(), Options.TOLERANCE.format(options.tolerance()));
  }

  @Override
  long bytes(int dimension, int rows) {
    return 6 * HeapBudget.square(dimension) + 8L * 6 * rows * dimension;
  }

  @Override
  LearntMatrix learn(MetricTraining training, Workers workers, MetricListener listener) {
    if (training.size() == 0 || training.dimension() == 0) {
      throw new InvalidInputException("LMNN needs rows with features, found none");
    }
    LmnnProblem problem = new LmnnProblem(training, options.k(), options.mu(), workers);
    Descent descent = new Descent(problem);
    long done = 0;
    boolean goOn = true;
    while (goOn && done < training.rounds()) {
      descent.step();
      done++;
      goOn = listener.goOn(done, training.rounds()) && !descent.isSettled(options.tolerance());
    }
    double[][] factor = descent.point().factor();
    return new LearntMatrix(
        DenseProducts.product(DenseProducts.transposed(factor), factor, workers), 1, done);
  }

  /** Gradient descent that never increases the objective. */
  static final class Descent {

    private final LmnnProblem problem;
    private LmnnProblem.Point point;
    private double[][] gradient;
    private double step;
    // the objective after each of the last steps, in turn
    private final double[] recent = new double[STEPS_A_LOOK];
    private int steps;

    Descent(LmnnProblem problem) {
      this.problem = problem;
      double[][] identity = new double[problem.dimension()][problem.dimension()];
      for (int i = 0; i < identity.length; i++) {
        identity[i][i] = 1;
      }
      point = problem.at(identity);
      gradient = point.gradient();
      double length = Math.sqrt(product(gradient, gradient));
      step = length == 0 ? 0 : FIRST_STEP * Math.sqrt(problem.rank()) / length;
    }

    LmnnProblem.Point point() {
      return point;
    }

    /** Tries a step along the gradient; undoes it if the objective does not fall. */
    void step() {
      recent[steps++ % STEPS_A_LOOK] = point.objective();
      LmnnProblem.Point next = problem.at(combined(point.factor(), -step, gradient));
      if (next.objective() < point.objective()) {
        double[][] nextGradient = next.gradient();
        step = nextStep(nextGradient);
        point = next;
        gradient = nextGradient;
      } else {
        step *= SHORTER;
      }
    }

    /**
     * ‖ΔL‖² / ⟨ΔL, ΔG⟩, the inverse curvature along the last step ΔL = -step · G, if it is
     * positive.
     */
    private double nextStep(double[][] nextGradient) {
      double squared = product(gradient, gradient);
      double curvature = (squared - product(gradient, nextGradient)) / step;
      double longest = LONGER * step;
      return curvature > 0 ? Math.min(longest, squared / curvature) : longest;
    }

    /** Whether the last steps together have lowered the objective by less than the tolerance. */
    boolean isSettled(double tolerance) {
      if (steps < STEPS_A_LOOK) {
        return false;
      }
      double before = recent[steps % STEPS_A_LOOK];
      return step < SHORTEST || before - point.objective() <= tolerance * before;
    }

    private static double[][] combined(double[][] matrix, double factor, double[][] other) {
      double[][] sum = new double[matrix.length][matrix.length];
      for (int i = 0; i < sum.length; i++) {
        for (int j = 0; j < sum.length; j++) {
          sum[i][j] = matrix[i][j] + factor * other[i][j];
        }
      }
      return sum;
    }

    private static double product(double[][] left, double[][] right) {
      double sum = 0;
      for (int i = 0; i < left.length; i++) {
        for (int j = 0; j < left.length; j++) {
          sum += left[i][j] * right[i][j];
        }
      }
      return sum;
    }
  }
}
