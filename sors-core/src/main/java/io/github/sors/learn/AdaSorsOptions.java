package io.github.sors.learn;

import static io.github.sors.learn.SorsOptions.ETA;
import static io.github.sors.learn.SorsOptions.LAMBDA;

import io.github.sors.matrix.Shrinkage;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The options of {@link AdaSorsI} and {@link AdaSorsII}.
 *
 * <p>Threads: immutable. Failures: a value out of its range throws {@link
 * io.github.sors.option.ParameterException}, the identity as the target for separate features
 * {@link IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param lambda the weight of the L1 norm: the larger, the sparser
 * @param eta the step size
 * @param delta the smoothing term of σ = δ + √Σg²; above 0, since σ = δ for an untouched entry
 * @param target what the entries shrink to
 * @param setup the options that all learners share
 */
public record AdaSorsOptions(
    double lambda, StepSize eta, double delta, ShrinkTarget target, LearningSetup setup) {

  static final Parameter<Double> DELTA =
      Parameter.of(
              "delta",
              RealRange.atLeast(1e-12).atMost(1e12),
              0.1,
              "smoothing of the step sizes, larger makes first steps smaller")
          .in("units of a gradient entry")
          .tuned("0.01", "0.1", "1", "5", "10", "20");

  /** λ = 10⁻⁶, η = 0.1 and δ = 0.1, the values that the paper uses most. */
  public static final AdaSorsOptions DEFAULT =
      new AdaSorsOptions(
          LAMBDA.defaultValue(),
          ETA.defaultValue(),
          DELTA.defaultValue(),
          ShrinkTarget.ZERO,
          LearningSetup.DEFAULT);

  public AdaSorsOptions {
    LAMBDA.require(lambda);
    ETA.require(eta);
    DELTA.require(delta);
    Objects.requireNonNull(setup, "setup");
    SorsOptions.requireTarget(target, setup);
  }

  static AdaSorsOptions of(LearningParameters parameters) {
    return new AdaSorsOptions(
        parameters.get(LAMBDA),
        parameters.get(ETA),
        parameters.get(DELTA),
        parameters.get(SorsOptions.SHRINK_TO),
        LearningSetup.withLossOf(parameters));
  }

  public AdaSorsOptions withLambda(double newLambda) {
    return new AdaSorsOptions(newLambda, eta, delta, target, setup);
  }

  public AdaSorsOptions withEta(StepSize newEta) {
    return new AdaSorsOptions(lambda, newEta, delta, target, setup);
  }

  public AdaSorsOptions withDelta(double newDelta) {
    return new AdaSorsOptions(lambda, eta, newDelta, target, setup);
  }

  public AdaSorsOptions withTarget(ShrinkTarget newTarget) {
    return new AdaSorsOptions(lambda, eta, delta, newTarget, setup);
  }

  public AdaSorsOptions withSetup(LearningSetup newSetup) {
    return new AdaSorsOptions(lambda, eta, delta, target, newSetup);
  }

  Shrinkage shrinkage(boolean diagonalExempt) {
    return SorsOptions.shrinkage(Shrinkage.adaptive(lambda, delta, diagonalExempt), target);
  }

  Map<String, String> asMap() {
    Map<String, String> options = new TreeMap<>();
    options.put(LAMBDA.name(), LAMBDA.format(lambda));
    options.put(ETA.name(), ETA.format(eta));
    options.put(DELTA.name(), DELTA.format(delta));
    options.put(SorsOptions.SHRINK_TO.name(), SorsOptions.SHRINK_TO.format(target));
    options.put(LearningSetup.LOSS.name(), LearningSetup.LOSS.format(setup.loss()));
    setup.describe(options);
    return options;
  }
}
