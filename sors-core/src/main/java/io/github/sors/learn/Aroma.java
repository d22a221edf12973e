package io.github.sors.learn;

import io.github.sors.matrix.Round;
import io.github.sors.matrix.Shrinkage;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.Choice;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * AROMA, with a diagonal covariance: every entry of M has its own variance. The larger the
 * variance, the farther a step moves the entry, and every step reduces the variance.
 *
 * <pre>
 * ℓ_t = [1 - xᵀM_t(x⁺ - x⁻)]₊          g_ij = x_i (x⁺ - x⁻)_j
 * if ℓ_t > 0, with S = 1 at the start:
 * v = Σ_ij S_ij g_ij²
 * M_ij ← M_ij + ℓ_t / (r + v) · S_ij g_ij
 * S_ij ← S_ij - S_ij² g_ij² / (r + v)
 * </pre>
 *
 * <p>Crammer and Chechik, <i>Adaptive Regularization for Weight Matrices</i>, ICML 2012. The update
 * of S is the diagonal of that of a full covariance; {@link Covariance#EXACT} uses the best
 * diagonal approximation instead, whose variances fall faster. On raw word counts, with the
 * parameters of Yao et al. 2015, the default reproduces the MAP and the sparsity that they report;
 * {@code EXACT} gives nine points less MAP.
 *
 * <p>A round costs O(nnz(x) · nnz(x⁺ - x⁻)). Nothing shrinks, so every entry that was ever touched
 * stays. The paper starts at M = 0; here the default start is the identity, as for the other
 * learners.
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; a triplet whose weight is not 1 throws {@link IllegalArgumentException}, and options
 * out of range or with another loss than the hinge are refused by {@link Options}.
 */
public final class Aroma extends OnlineBilinearLearner {

  /** How the variances are reduced. */
  public enum Covariance {
    /** As in the diagonal of a full covariance: S ← S - S²g² / (r + v). */
    PROJECTED,
    /** As in the best diagonal covariance: 1/S ← 1/S + g²/r. */
    EXACT;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The options of AROMA.
   *
   * @param regularization r; the larger, the smaller the steps
   * @param covariance how the variances are reduced
   * @param setup the options that all learners share
   */
  public record Options(double regularization, Covariance covariance, LearningSetup setup) {

    /** The parameter r, which other learners with a covariance use, too. */
    public static final Parameter<Double> R =
        Parameter.of(
                "r",
                RealRange.above(0).atMost(1e9),
                10.0,
                "regularization, larger makes steps smaller")
            .in("units of a squared score")
            .tuned("0.01", "0.1", "1", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100");

    static final Parameter<Covariance> COVARIANCE =
        Parameter.of(
            "covariance",
            Choice.of(Covariance.class, Covariance::label),
            Covariance.PROJECTED,
            "how variances shrink: projected uses the diagonal of a full covariance, exact the best"
                + " diagonal covariance");

    /** r = 10, projected. */
    public static final Options DEFAULT =
        new Options(R.defaultValue(), COVARIANCE.defaultValue(), LearningSetup.DEFAULT);

    public Options {
      R.require(regularization);
      COVARIANCE.require(covariance);
      setup.requireHinge("AROMA");
    }

    static Options of(LearningParameters parameters) {
      return new Options(
          parameters.get(R), parameters.get(COVARIANCE), LearningSetup.of(parameters));
    }

    public Options withRegularization(double newRegularization) {
      return new Options(newRegularization, covariance, setup);
    }

    public Options withCovariance(Covariance newCovariance) {
      return new Options(regularization, newCovariance, setup);
    }

    public Options withSetup(LearningSetup newSetup) {
      return new Options(regularization, covariance, newSetup);
    }

    Map<String, String> asMap() {
      Map<String, String> options = new TreeMap<>();
      options.put(R.name(), R.format(regularization));
      options.put(COVARIANCE.name(), COVARIANCE.format(covariance));
      setup.describe(options);
      return options;
    }
  }

  static final AlgorithmDescriptor<OnlineBilinearLearner> DESCRIPTOR =
      LearningSetup.describe(
          "aroma",
          "AROMA",
          "a variance per entry, uncertain entries take longer steps",
          parameters -> new Aroma(Options.of(parameters)),
          Options.R,
          Options.COVARIANCE);

  public Aroma(Options options) {
    super(
        DESCRIPTOR,
        options.asMap(),
        options.setup(),
        Shrinkage.NONE_WITH_SQUARES,
        new ConfidenceWeighted(options.regularization(), options.covariance()));
  }

  /** Steps in proportion to the loss and to the variance of each entry. */
  private record ConfidenceWeighted(double regularization, Covariance covariance)
      implements StepRule {

    @Override
    public void step(long number, double loss, Round round) {
      double variance = round.variance(regularization);
      take(length(number, loss, 0, variance), variance, round);
    }

    @Override
    public double length(long number, double loss, double squaredNorm, double variance) {
      return loss / (regularization + variance);
    }

    @Override
    public double factor(double loss, double variance) {
      return variance;
    }

    @Override
    public void take(double length, double variance, Round round) {
      round.stepByVariance(
          length, regularization, covariance == Covariance.PROJECTED ? variance : -1);
    }

    @Override
    public double[] rowVariances(Round round) {
      return round.rowVariances(regularization);
    }

    @Override
    public boolean allowsBlocks() {
      return false;
    }

    @Override
    public double clockAdvance(long number) {
      return 0;
    }
  }
}
