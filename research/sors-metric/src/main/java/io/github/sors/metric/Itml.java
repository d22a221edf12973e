package io.github.sors.metric;

import io.github.sors.Triplet;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.IntegerRange;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * ITML: the matrix closest to the identity, in LogDet divergence, under which similar pairs are
 * near and dissimilar ones far.
 *
 * <pre>
 * min D(A, I) + γ D(diag ξ, diag ξ₀)   with zᵀAz ≤ ξ for similar pairs, zᵀAz ≥ ξ for dissimilar ones
 * ξ₀ = l or u, the 5th or 95th percentile of the squared distances; D(A, B) = tr(AB⁻¹) - log det(AB⁻¹) - d
 * </pre>
 *
 * <p>Cyclic Bregman projections onto one constraint after the other, with y = +1 for similar and -1
 * for dissimilar pairs and p = zᵀAz:
 *
 * <pre>
 * α = min(λ, y γ/(γ+1) (1/p - 1/ξ))    λ ← λ - α     ξ ← 1/(1/ξ + yα/γ)
 * A ← A + yα/(1 - yαp) (Az)(Az)ᵀ
 * </pre>
 *
 * <p>Davis, Kulis, Jain, Sra and Dhillon, <i>Information-Theoretic Metric Learning</i>, ICML 2007.
 * A always stays positive definite. A projection costs O(d²).
 *
 * <p>Threads: immutable; a call of {@code learn} may use several threads inside and has ended them
 * when it returns. Failures: those of {@link MetricLearner}; options out of range are refused by
 * {@link Options}.
 */
public final class Itml extends LogDetLearner {

  /**
   * The options of ITML.
   *
   * @param gamma γ, the cost of a violated constraint: a small value stays close to the identity,
   *     infinity allows no slack
   * @param sweeps the maximum number of passes over all constraints
   * @param tolerance learning ends when a sweep changes the multipliers by less than this, relative
   *     to their size
   */
  public record Options(double gamma, int sweeps, double tolerance) {

    static final Parameter<Double> GAMMA =
        Parameter.of("gamma", RealRange.above(0), 1.0, "cost of slack, Infinity allows none")
            .tuned("0.1", "1", "10");

    static final Parameter<Long> SWEEPS =
        Parameter.of(
            "sweeps",
            IntegerRange.countOfAtLeast(1),
            20L,
            "maximum number of passes over all pairs");

    static final Parameter<Double> TOLERANCE =
        Parameter.of(
            "tolerance",
            RealRange.atLeast(0).below(1),
            1e-3,
            "ends when a sweep changes the multipliers by a smaller share");

    /** γ = 1, at most 20 sweeps, tolerance 10⁻³. */
    public static final Options DEFAULT =
        new Options(
            GAMMA.defaultValue(), Math.toIntExact(SWEEPS.defaultValue()), TOLERANCE.defaultValue());

    public Options {
      GAMMA.require(gamma);
      SWEEPS.require((long) sweeps);
      TOLERANCE.require(tolerance);
    }

    static Options of(LearningParameters parameters) {
      return new Options(
          parameters.get(GAMMA), parameters.getInt(SWEEPS), parameters.get(TOLERANCE));
    }

    public Options withGamma(double newGamma) {
      return new Options(newGamma, sweeps, tolerance);
    }

    public Options withSweeps(int newSweeps) {
      return new Options(gamma, newSweeps, tolerance);
    }

    public Options withTolerance(double newTolerance) {
      return new Options(gamma, sweeps, newTolerance);
    }
  }

  static final AlgorithmDescriptor<MetricLearner> DESCRIPTOR =
      WithForm.describe(
          "itml",
          "ITML",
          "LogDet, pairs within bounds",
          parameters -> new Itml(Options.of(parameters)),
          Options.GAMMA,
          Options.SWEEPS,
          Options.TOLERANCE);

  private final Options options;

  public Itml(Options options) {
    super(MetricAlgorithm.ITML);
    this.options = options;
  }

  @Override
  public Map<String, String> options() {
    return Map.of(
        Options.GAMMA.name(), Options.GAMMA.format(options.gamma()),
        Options.SWEEPS.name(), Options.SWEEPS.format((long) options.sweeps()),
        Options.TOLERANCE.name(), Options.TOLERANCE.format(options.tolerance()));
  }

  @Override
  long learn(
      MetricTraining training,
      DistanceThresholds thresholds,
      LogDetMatrix matrix,
      MetricListener listener) {
    double nothing = nothing(thresholds);
    List<Constraint> constraints = constraints(training, thresholds);
    constraints.removeIf(constraint -> matrix.measure(constraint.difference) <= nothing);
    return project(constraints, nothing, matrix, listener);
  }

  private static List<Constraint> constraints(
      MetricTraining training, DistanceThresholds thresholds) {
    List<Constraint> constraints = new ArrayList<>();
    for (long t = 0; t < training.rounds(); t++) {
      Triplet triplet = training.triplet(t);
      constraints.add(new Constraint(training.similar(triplet), 1, thresholds.similar()));
      constraints.add(new Constraint(training.dissimilar(triplet), -1, thresholds.dissimilar()));
    }
    return constraints;
  }

  /** Projects until the multipliers converge, and returns the number of sweeps. */
  private int project(
      List<Constraint> constraints, double nothing, LogDetMatrix matrix, MetricListener listener) {
    double[] before = new double[constraints.size()];
    for (int sweep = 1; sweep <= options.sweeps(); sweep++) {
      for (Constraint constraint : constraints) {
        constraint.project(matrix, options.gamma(), nothing);
      }
      double[] now = constraints.stream().mapToDouble(c -> c.multiplier).toArray();
      boolean settled = change(before, now) < options.tolerance();
      if (!listener.goOn(sweep, options.sweeps()) || settled) {
        return sweep;
      }
      before = now;
    }
    return options.sweeps();
  }

  /** ‖λ' - λ‖₁ / (‖λ'‖₂ + ‖λ‖₂). */
  private static double change(double[] before, double[] now) {
    double sum = 0;
    for (int c = 0; c < now.length; c++) {
      sum += Math.abs(now[c] - before[c]);
    }
    double lengths = Math.sqrt(squared(before)) + Math.sqrt(squared(now));
    return lengths == 0 ? 0 : sum / lengths;
  }

  private static double squared(double[] values) {
    return Arrays.stream(values).map(value -> value * value).sum();
  }

  /** One pair, its target distance, and its multiplier λ. */
  private static final class Constraint {

    private final Difference difference;
    private final int sign;
    private double bound;
    private double multiplier;

    Constraint(Difference difference, int sign, double bound) {
      this.difference = difference;
      this.sign = sign;
      this.bound = bound;
    }

    void project(LogDetMatrix matrix, double gamma, double nothing) {
      double distance = matrix.measure(difference);
      double share = gamma == Double.POSITIVE_INFINITY ? 1 : gamma / (gamma + 1);
      double alpha = Math.min(multiplier, sign * share * (1 / distance - 1 / bound));
      if (alpha == 0 || distance <= nothing) {
        return;
      }
      multiplier -= alpha;
      bound = 1 / (1 / bound + sign * alpha / gamma);
      matrix.update(sign * alpha / (1 - sign * alpha * distance));
    }
  }
}
