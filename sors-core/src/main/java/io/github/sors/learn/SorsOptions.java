package io.github.sors.learn;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The options of {@link SorsI} and {@link SorsII}.
 *
 * @param lambda the weight of the L1 norm: the larger, the sparser
 * @param eta the step size
 * @param setup what all the learners have in common
 */
public record SorsOptions(double lambda, StepSize eta, LearningSetup setup) {

  /** λ = 10⁻⁶ and η = 0.1, what the paper uses most. */
  public static final SorsOptions DEFAULT =
      new SorsOptions(1e-6, StepSize.constant(0.1), LearningSetup.DEFAULT);

  public SorsOptions {
    requireLambda(lambda);
    Objects.requireNonNull(eta, "eta");
    Objects.requireNonNull(setup, "setup");
  }

  static void requireLambda(double lambda) {
    if (!(lambda >= 0) || lambda > 1e9) {
      throw new IllegalArgumentException(
          "a lambda of at least 0 and at most 1e9 expected, found " + lambda);
    }
  }

  public SorsOptions withLambda(double newLambda) {
    return new SorsOptions(newLambda, eta, setup);
  }

  public SorsOptions withEta(StepSize newEta) {
    return new SorsOptions(lambda, newEta, setup);
  }

  public SorsOptions withSetup(LearningSetup newSetup) {
    return new SorsOptions(lambda, eta, newSetup);
  }

  Map<String, String> asMap() {
    Map<String, String> options = new TreeMap<>();
    options.put("lambda", Double.toString(lambda));
    options.put("eta", eta.toString());
    setup.describe(options);
    return options;
  }
}
