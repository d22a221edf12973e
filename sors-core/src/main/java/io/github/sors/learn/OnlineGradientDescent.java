package io.github.sors.learn;

import io.github.sors.matrix.Shrinkage;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Plain online gradient descent on the hinge loss, what SORS is without its regulariser.
 *
 * <pre>
 * ℓ_t = [1 - xᵀM_t(x⁺ - x⁻)]₊
 * M_{t+1} = M_t + η_t x(x⁺ - x⁻)ᵀ if ℓ_t > 0, else M_t
 * </pre>
 *
 * <p>Zinkevich, <i>Online Convex Programming and Generalized Infinitesimal Gradient Ascent</i>,
 * ICML 2003, without a projection. A round costs O(nnz(x) · nnz(x⁺ - x⁻)). Nothing shrinks, so
 * every entry that was ever touched stays.
 */
public final class OnlineGradientDescent extends OnlineBilinearLearner {

  /**
   * The options of online gradient descent.
   *
   * @param eta the step size
   * @param setup what all the learners have in common
   */
  public record Options(StepSize eta, LearningSetup setup) {

    /** η = 0.1. */
    public static final Options DEFAULT =
        new Options(StepSize.constant(0.1), LearningSetup.DEFAULT);

    public Options {
      Objects.requireNonNull(eta, "eta");
      Objects.requireNonNull(setup, "setup");
    }

    public Options withEta(StepSize newEta) {
      return new Options(newEta, setup);
    }

    public Options withSetup(LearningSetup newSetup) {
      return new Options(eta, newSetup);
    }

    Map<String, String> asMap() {
      Map<String, String> options = new TreeMap<>();
      options.put("eta", eta.toString());
      setup.describe(options);
      return options;
    }
  }

  public OnlineGradientDescent(Options options) {
    super(
        Algorithm.ONLINE_GRADIENT_DESCENT,
        options.asMap(),
        options.setup(),
        Shrinkage.NONE,
        StepRule.gradient(options.eta()));
  }
}
