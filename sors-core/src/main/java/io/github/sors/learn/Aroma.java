package io.github.sors.learn;

import io.github.sors.matrix.LazyMatrix;
import io.github.sors.matrix.Shrinkage;
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
 * 1/S_ij ← 1/S_ij + g_ij²/r
 * </pre>
 *
 * <p>Crammer and Chechik, <i>Adaptive Regularization for Weight Matrices</i>, ICML 2012. The update
 * of S is the exact minimiser over diagonal covariances; it makes S_ij = r / (r + Σ g_ij²), so that
 * what is kept for an entry is the sum of its squared gradients, as for AdaSORS. A round costs
 * O(nnz(x) · nnz(x⁺ - x⁻)). Nothing shrinks, so every entry that was ever touched stays. The paper
 * starts at M = 0; as for the other learners the start is the identity unless told otherwise.
 */
public final class Aroma extends OnlineBilinearLearner {

  /**
   * The options of AROMA.
   *
   * @param regularization r; the larger, the smaller the steps
   * @param setup what all the learners have in common
   */
  public record Options(double regularization, LearningSetup setup) {

    /** r = 10. */
    public static final Options DEFAULT = new Options(10, LearningSetup.DEFAULT);

    public Options {
      Objects.requireNonNull(setup, "setup");
      if (!(regularization > 0) || regularization > 1e9) {
        throw new IllegalArgumentException(
            "a regularization r above 0 and at most 1e9 expected, found " + regularization);
      }
    }

    public Options withRegularization(double newRegularization) {
      return new Options(newRegularization, setup);
    }

    public Options withSetup(LearningSetup newSetup) {
      return new Options(regularization, newSetup);
    }

    Map<String, String> asMap() {
      Map<String, String> options = new TreeMap<>();
      options.put("r", Double.toString(regularization));
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
        new ConfidenceWeighted(options.regularization()));
  }

  /** Steps by the loss, entry by entry as far as their variances allow. */
  private record ConfidenceWeighted(double regularization) implements StepRule {

    @Override
    public void step(long round, double loss, LazyMatrix matrix) {
      take(length(round, loss, 0, matrix.variance(regularization)), matrix);
    }

    @Override
    public double length(long round, double loss, double squaredNorm, double variance) {
      return loss / (regularization + variance);
    }

    @Override
    public void take(double length, LazyMatrix matrix) {
      matrix.stepByVariance(length, regularization);
    }

    @Override
    public double[] rowVariances(LazyMatrix matrix) {
      return matrix.rowVariances(regularization);
    }

    @Override
    public boolean isKnownAhead() {
      return false;
    }

    @Override
    public double clockAdvance(long round) {
      return 0;
    }
  }
}
