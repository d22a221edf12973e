package io.github.sors.learn;

import io.github.sors.matrix.Shrinkage;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.LearningParameters;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Plain online gradient descent on the hinge loss: SORS without its regulariser.
 *
 * <pre>
 * ℓ_t = [1 - xᵀM_t(x⁺ - x⁻)]₊
 * M_{t+1} = M_t + η_t x(x⁺ - x⁻)ᵀ if ℓ_t > 0, else M_t
 * </pre>
 *
 * <p>Zinkevich, <i>Online Convex Programming and Generalized Infinitesimal Gradient Ascent</i>,
 * ICML 2003, without a projection. A round costs O(nnz(x) · nnz(x⁺ - x⁻)). Nothing shrinks, so
 * every entry that was ever touched stays.
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; options out of range are refused by {@link Options}.
 *
 * @since 0.1.0
 */
public final class OnlineGradientDescent extends OnlineBilinearLearner {

  /**
   * The options of online gradient descent.
   *
   * @param eta the step size
   * @param setup the options that all learners share
   */
  public record Options(StepSize eta, LearningSetup setup) {

    /** η = 0.1. */
    public static final Options DEFAULT =
        new Options(SorsOptions.ETA.defaultValue(), LearningSetup.DEFAULT);

    public Options {
      SorsOptions.ETA.require(eta);
      Objects.requireNonNull(setup, "setup");
    }

    static Options of(LearningParameters parameters) {
      return new Options(parameters.get(SorsOptions.ETA), LearningSetup.withLossOf(parameters));
    }

    public Options withEta(StepSize newEta) {
      return new Options(newEta, setup);
    }

    public Options withSetup(LearningSetup newSetup) {
      return new Options(eta, newSetup);
    }

    Map<String, String> asMap() {
      Map<String, String> options = new TreeMap<>();
      options.put(SorsOptions.ETA.name(), SorsOptions.ETA.format(eta));
      options.put(LearningSetup.LOSS.name(), LearningSetup.LOSS.format(setup.loss()));
      setup.describe(options);
      return options;
    }
  }

  static final AlgorithmDescriptor<OnlineBilinearLearner> DESCRIPTOR =
      LearningSetup.describeByGradient(
          "ogd",
          "OGD",
          "gradient descent without shrinkage",
          parameters -> new OnlineGradientDescent(Options.of(parameters)),
          SorsOptions.ETA);

  public OnlineGradientDescent(Options options) {
    super(
        DESCRIPTOR,
        options.asMap(),
        options.setup(),
        Shrinkage.NONE,
        StepRule.gradient(options.eta(), options.setup().loss()));
  }
}
