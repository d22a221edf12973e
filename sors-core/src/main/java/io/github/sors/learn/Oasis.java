package io.github.sors.learn;

import io.github.sors.matrix.Shrinkage;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Map;
import java.util.TreeMap;

/**
 * OASIS: passive-aggressive learning of M: the smallest change that satisfies the triplet.
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
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; options out of range are refused by {@link Options}, as is another loss than the
 * hinge.
 */
public final class Oasis extends OnlineBilinearLearner {

  /**
   * The options of OASIS.
   *
   * @param aggressiveness C, the largest step
   * @param setup the options that all learners share
   */
  public record Options(double aggressiveness, LearningSetup setup) {

    static final Parameter<Double> C =
        Parameter.of(
                "c",
                RealRange.above(0).atMost(1e9),
                0.1,
                "aggressiveness, the largest step; smaller for noisy labels")
            .in("entries per unit of gradient")
            .tuned("0.01", "0.02", "0.04", "0.06", "0.08", "0.1");

    /** C = 0.1. */
    public static final Options DEFAULT = new Options(C.defaultValue(), LearningSetup.DEFAULT);

    public Options {
      C.require(aggressiveness);
      setup.requireHinge("OASIS");
    }

    static Options of(LearningParameters parameters) {
      return new Options(parameters.get(C), LearningSetup.of(parameters));
    }

    public Options withAggressiveness(double newAggressiveness) {
      return new Options(newAggressiveness, setup);
    }

    public Options withSetup(LearningSetup newSetup) {
      return new Options(aggressiveness, newSetup);
    }

    Map<String, String> asMap() {
      Map<String, String> options = new TreeMap<>();
      options.put(C.name(), C.format(aggressiveness));
      setup.describe(options);
      return options;
    }
  }

  static final AlgorithmDescriptor<OnlineBilinearLearner> DESCRIPTOR =
      LearningSetup.describe(
          "oasis",
          "OASIS",
          "passive-aggressive, a step of at most C",
          parameters -> new Oasis(Options.of(parameters)),
          Options.C);

  public Oasis(Options options) {
    super(
        DESCRIPTOR,
        options.asMap(),
        options.setup(),
        Shrinkage.NONE,
        StepRule.passiveAggressive(options.aggressiveness()));
  }
}
