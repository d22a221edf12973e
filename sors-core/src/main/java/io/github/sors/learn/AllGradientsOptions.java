package io.github.sors.learn;

import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The options of {@link Ftrl} and {@link Rda}, which compute every entry from the sum of all its
 * gradients.
 *
 * <p>Threads: immutable. Failures: a value out of its range throws {@link
 * io.github.sors.option.ParameterException}, null {@link NullPointerException}.
 *
 * @param lambda the weight of the L1 norm: the larger, the sparser
 * @param eta the step size
 * @param delta the smoothing term of σ = δ + √Σg²
 * @param setup the options that all learners share
 * @since 0.1.0
 */
public record AllGradientsOptions(double lambda, double eta, double delta, LearningSetup setup) {

  /** The weight of the L1 norm in FTRL, applied once, not in every round. */
  static final Parameter<Double> TOTAL_LAMBDA =
      Parameter.of(
              "lambda",
              RealRange.atLeast(0).atMost(1e9),
              0.1,
              "weight of the L1 norm, applied once and not per round; larger is sparser")
          .in("units of a gradient entry")
          .tuned("0.01", "0.03", "0.1", "0.3", "1");

  static final Parameter<Double> ETA =
      Parameter.of(
              "eta",
              RealRange.above(0).atMost(1e9),
              0.1,
              "step size, larger learns faster and less steadily")
          .in("entries per unit of gradient")
          .tuned("0.01", "0.03", "0.06", "0.1", "0.3");

  /** λ = 0.1, η = 0.1 and δ = 0.1, for {@link Ftrl}. */
  public static final AllGradientsOptions FTRL_DEFAULT =
      new AllGradientsOptions(
          TOTAL_LAMBDA.defaultValue(),
          ETA.defaultValue(),
          AdaSorsOptions.DELTA.defaultValue(),
          LearningSetup.DEFAULT);

  /** λ = 10⁻⁶, η = 0.1 and δ = 0.1, for {@link Rda}. */
  public static final AllGradientsOptions RDA_DEFAULT =
      FTRL_DEFAULT.withLambda(SorsOptions.LAMBDA.defaultValue());

  public AllGradientsOptions {
    // both algorithms have the same range
    TOTAL_LAMBDA.require(lambda);
    ETA.require(eta);
    AdaSorsOptions.DELTA.require(delta);
    Objects.requireNonNull(setup, "setup");
  }

  static AllGradientsOptions of(LearningParameters parameters, Parameter<Double> lambda) {
    return new AllGradientsOptions(
        parameters.get(lambda),
        parameters.get(ETA),
        parameters.get(AdaSorsOptions.DELTA),
        LearningSetup.withLossOf(parameters));
  }

  public AllGradientsOptions withLambda(double newLambda) {
    return new AllGradientsOptions(newLambda, eta, delta, setup);
  }

  public AllGradientsOptions withEta(double newEta) {
    return new AllGradientsOptions(lambda, newEta, delta, setup);
  }

  public AllGradientsOptions withDelta(double newDelta) {
    return new AllGradientsOptions(lambda, eta, newDelta, setup);
  }

  public AllGradientsOptions withSetup(LearningSetup newSetup) {
    return new AllGradientsOptions(lambda, eta, delta, newSetup);
  }

  Map<String, String> asMap() {
    Map<String, String> options = new TreeMap<>();
    options.put(TOTAL_LAMBDA.name(), TOTAL_LAMBDA.format(lambda));
    options.put(ETA.name(), ETA.format(eta));
    options.put(AdaSorsOptions.DELTA.name(), AdaSorsOptions.DELTA.format(delta));
    options.put(LearningSetup.LOSS.name(), LearningSetup.LOSS.format(setup.loss()));
    setup.describe(options);
    return options;
  }
}
