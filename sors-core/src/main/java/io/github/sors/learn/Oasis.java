package io.github.sors.learn;

import io.github.sors.matrix.Shrinkage;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * OASIS: passive-aggressive learning of M, as little change as the triplet asks for.
 *
 * <pre>
 * ℓ_t = [1 - xᵀM_t(x⁺ - x⁻)]₊
 * τ = min(C, ℓ_t / (‖x‖² ‖x⁺ - x⁻‖²))
 * M_{t+1} = M_t + τ x(x⁺ - x⁻)ᵀ
 * </pre>
 *
 * <p>Chechik, Sharma, Shalit and Bengio, <i>Large Scale Online Learning of Image Similarity Through
 * Ranking</i>, JMLR 2010. A round costs O(nnz(x) · nnz(x⁺ - x⁻)). Nothing shrinks, so every entry
 * that was ever touched stays. M is neither made symmetric nor positive semi-definite.
 */
public final class Oasis extends OnlineBilinearLearner {

  /**
   * The options of OASIS.
   *
   * @param aggressiveness C, the largest step
   * @param setup what all the learners have in common
   */
  public record Options(double aggressiveness, LearningSetup setup) {

    /** C = 0.1. */
    public static final Options DEFAULT = new Options(0.1, LearningSetup.DEFAULT);

    public Options {
      Objects.requireNonNull(setup, "setup");
      if (!(aggressiveness > 0) || aggressiveness > 1e9) {
        throw new IllegalArgumentException(
            "an aggressiveness C above 0 and at most 1e9 expected, found " + aggressiveness);
      }
    }

    public Options withAggressiveness(double newAggressiveness) {
      return new Options(newAggressiveness, setup);
    }

    public Options withSetup(LearningSetup newSetup) {
      return new Options(aggressiveness, newSetup);
    }

    Map<String, String> asMap() {
      Map<String, String> options = new TreeMap<>();
      options.put("c", Double.toString(aggressiveness));
      setup.describe(options);
      return options;
    }
  }

  public Oasis(Options options) {
    super(
        Algorithm.OASIS,
        options.asMap(),
        options.setup(),
        Shrinkage.NONE,
        StepRule.passiveAggressive(options.aggressiveness()));
  }
}
