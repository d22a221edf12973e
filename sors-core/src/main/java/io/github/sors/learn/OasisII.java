package io.github.sors.learn;

import io.github.sors.matrix.Round;
import io.github.sors.matrix.Shrinkage;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Map;
import java.util.TreeMap;

/**
 * OASIS with a squared slack: OASIS limits steps to C; this variant shortens all steps instead, so
 * that a larger loss always means a longer step.
 *
 * <pre>
 * ℓ_t = [1 - xᵀM_t(x⁺ - x⁻)]₊
 * τ = ℓ_t / (‖x‖² ‖x⁺ - x⁻‖² + 1 / (2C))
 * M_{t+1} = M_t + τ x(x⁺ - x⁻)ᵀ
 * </pre>
 *
 * <p>The rule PA-II of Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, <i>Online
 * Passive-Aggressive Algorithms</i>, JMLR 2006, for the similarity of {@link Oasis}. A round costs
 * O(nnz(x) · nnz(x⁺ - x⁻)). Nothing shrinks, so every entry that was ever touched stays.
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; options out of range are refused by {@link Options}, as is another loss than the
 * hinge.
 *
 * @since 0.1.0
 */
public final class OasisII extends OnlineBilinearLearner {

  /**
   * The options of OASIS with a squared slack.
   *
   * @param aggressiveness C, the weight of the squared slack
   * @param setup the options that all learners share
   */
  public record Options(double aggressiveness, LearningSetup setup) {

    static final Parameter<Double> C =
        Parameter.of(
                "c",
                RealRange.above(0).atMost(1e9),
                0.1,
                "aggressiveness, the weight of the squared slack; smaller for noisy labels")
            .in("steps per unit of loss")
            .tuned("0.001", "0.003", "0.01", "0.03", "0.1", "0.3", "1");

    /** C = 0.1. */
    public static final Options DEFAULT = new Options(C.defaultValue(), LearningSetup.DEFAULT);

    public Options {
      C.require(aggressiveness);
      setup.requireHinge("OASIS-II");
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
          "oasis-2",
          "OASIS-II",
          "passive-aggressive, longer steps for larger losses",
          parameters -> new OasisII(Options.of(parameters)),
          Options.C);

  public OasisII(Options options) {
    super(
        DESCRIPTOR,
        options.asMap(),
        options.setup(),
        Shrinkage.NONE,
        new SquaredSlack(0.5 / options.aggressiveness()));
  }

  /**
   * Steps in proportion to the loss; nothing shrinks.
   *
   * @param damping 1 / (2C)
   */
  private record SquaredSlack(double damping) implements StepRule {

    @Override
    public void step(long number, double loss, Round round) {
      step(number, loss, 1, round);
    }

    @Override
    public boolean takesWeights() {
      return true;
    }

    @Override
    public void step(long number, double loss, double weight, Round round) {
      take(loss / (round.squaredGradientNorm() + damping / weight), 1, round);
    }

    @Override
    public double length(long number, double loss, double squaredNorm, double variance) {
      return loss / (squaredNorm + damping);
    }

    @Override
    public double factor(double loss, double variance) {
      return 1;
    }

    @Override
    public void take(double length, double factor, Round round) {
      round.step(length, factor);
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
