package io.github.sors.learn;

import io.github.sors.matrix.Round;
import io.github.sors.matrix.Shrinkage;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * AROMA, with a diagonal covariance: every entry of M has a variance of its own, is changed the
 * more the less certain it is, and becomes more certain with every change.
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
 * of S is the diagonal of that of a full covariance; {@link Covariance#EXACT} is the best diagonal
 * one instead, which is certain sooner. On raw word counts, with the parameters of Yao et al. 2015,
 * the first gives the MAP and the sparsity that they report, the second nine points less.
 *
 * <p>A round costs O(nnz(x) · nnz(x⁺ - x⁻)). Nothing shrinks, so every entry that was ever touched
 * stays. The paper starts at M = 0; as for the other learners the start is the identity unless told
 * otherwise.
 */
public final class Aroma extends OnlineBilinearLearner {

  /** How the variances become smaller. */
  public enum Covariance {
    /** As the diagonal of a full covariance does: S ← S - S²g² / (r + v). */
    PROJECTED,
    /** As the best diagonal covariance does: 1/S ← 1/S + g²/r. */
    EXACT;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads {@code projected} or {@code exact}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static Covariance parse(String label) {
      for (Covariance covariance : values()) {
        if (covariance.label().equals(label)) {
          return covariance;
        }
      }
      throw new IllegalArgumentException(
          "a covariance projected or exact expected, found '" + label + "'");
    }
  }

  /**
   * The options of AROMA.
   *
   * @param regularization r; the larger, the smaller the steps
   * @param covariance how the variances become smaller
   * @param setup what all the learners have in common
   */
  public record Options(double regularization, Covariance covariance, LearningSetup setup) {

    /** r = 10, projected. */
    public static final Options DEFAULT =
        new Options(10, Covariance.PROJECTED, LearningSetup.DEFAULT);

    public Options {
      Objects.requireNonNull(covariance, "covariance");
      Objects.requireNonNull(setup, "setup");
      if (!(regularization > 0) || regularization > 1e9) {
        throw new IllegalArgumentException(
            "a regularization r above 0 and at most 1e9 expected, found " + regularization);
      }
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
      options.put("r", Double.toString(regularization));
      options.put("covariance", covariance.label());
      setup.describe(options);
      return options;
    }
  }

  public Aroma(Options options) {
    super(
        Algorithm.AROMA,
        options.asMap(),
        options.setup(),
        Shrinkage.NONE_WITH_SQUARES,
        new ConfidenceWeighted(options.regularization(), options.covariance()));
  }

  /** Steps by the loss, entry by entry as far as their variances allow. */
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
    public void take(double length, double variance, Round round) {
      round.stepByVariance(
          length, regularization, covariance == Covariance.PROJECTED ? variance : -1);
    }

    @Override
    public double[] rowVariances(Round round) {
      return round.rowVariances(regularization);
    }

    @Override
    public boolean isKnownAhead() {
      return false;
    }

    @Override
    public double clockAdvance(long number) {
      return 0;
    }
  }
}
