package io.github.sors.learn;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The options of {@link AdaSorsI} and {@link AdaSorsII}.
 *
 * @param lambda the weight of the L1 norm: the larger, the sparser
 * @param eta the step size
 * @param delta the smoothing term of σ = δ + √Σg²; above 0, since an entry never touched has σ = δ
 * @param setup what all the learners have in common
 */
public record AdaSorsOptions(double lambda, StepSize eta, double delta, LearningSetup setup) {

  /** λ = 10⁻⁶, η = 0.1 and δ = 0.1, what the paper uses most. */
  public static final AdaSorsOptions DEFAULT =
      new AdaSorsOptions(1e-6, StepSize.constant(0.1), 0.1, LearningSetup.DEFAULT);

  public AdaSorsOptions {
    SorsOptions.requireLambda(lambda);
    Objects.requireNonNull(eta, "eta");
    Objects.requireNonNull(setup, "setup");
    if (!(delta >= 1e-12) || delta > 1e12) {
      throw new IllegalArgumentException(
          "a delta of at least 1e-12 and at most 1e12 expected, found " + delta);
    }
  }

  public AdaSorsOptions withLambda(double newLambda) {
    return new AdaSorsOptions(newLambda, eta, delta, setup);
  }

  public AdaSorsOptions withEta(StepSize newEta) {
    return new AdaSorsOptions(lambda, newEta, delta, setup);
  }

  public AdaSorsOptions withDelta(double newDelta) {
    return new AdaSorsOptions(lambda, eta, newDelta, setup);
  }

  public AdaSorsOptions withSetup(LearningSetup newSetup) {
    return new AdaSorsOptions(lambda, eta, delta, newSetup);
  }

  Map<String, String> asMap() {
    Map<String, String> options = new TreeMap<>();
    options.put("lambda", Double.toString(lambda));
    options.put("eta", eta.toString());
    options.put("delta", Double.toString(delta));
    setup.describe(options);
    return options;
  }
}
