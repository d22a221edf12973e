package io.github.sors.learn;

import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The options of {@link SorsI} and {@link SorsII}.
 *
 * <p>Threads: immutable. Failures: a value out of its range throws {@link
 * io.github.sors.option.ParameterException}, null {@link NullPointerException}.
 *
 * @param lambda the weight of the L1 norm: the larger, the sparser
 * @param eta the step size
 * @param setup the options that all learners share
 * @since 0.1.0
 */
public record SorsOptions(double lambda, StepSize eta, LearningSetup setup) {

  static final Parameter<Double> LAMBDA =
      Parameter.of(
              "lambda",
              RealRange.atLeast(0).atMost(1e9),
              1e-6,
              "weight of the L1 norm, larger is sparser")
          .in("loss per unit of an entry")
          .tuned("1e-7", "1e-6", "1e-5", "1e-4", "1e-3");

  static final Parameter<StepSize> ETA =
      StepSize.parameter(
              "eta", StepSize.constant(0.1), "step size, larger learns faster and less steadily")
          .in("entries per unit of gradient")
          .tuned("0.01", "0.03", "0.06", "0.1", "0.3");

  /** λ = 10⁻⁶ and η = 0.1, the values that the paper uses most. */
  public static final SorsOptions DEFAULT =
      new SorsOptions(LAMBDA.defaultValue(), ETA.defaultValue(), LearningSetup.DEFAULT);

  public SorsOptions {
    LAMBDA.require(lambda);
    ETA.require(eta);
    Objects.requireNonNull(setup, "setup");
  }

  static SorsOptions of(LearningParameters parameters) {
    return new SorsOptions(
        parameters.get(LAMBDA), parameters.get(ETA), LearningSetup.withLossOf(parameters));
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
    options.put(LAMBDA.name(), LAMBDA.format(lambda));
    options.put(ETA.name(), ETA.format(eta));
    options.put(LearningSetup.LOSS.name(), LearningSetup.LOSS.format(setup.loss()));
    setup.describe(options);
    return options;
  }
}
