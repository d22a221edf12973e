package io.github.sors.learn;

import io.github.sors.matrix.Shrinkage;
import io.github.sors.option.Choice;
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
 * io.github.sors.option.ParameterException}, the identity as the target for separate features
 * {@link IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param lambda the weight of the L1 norm: the larger, the sparser
 * @param eta the step size
 * @param target what the entries shrink to
 * @param setup the options that all learners share
 */
public record SorsOptions(double lambda, StepSize eta, ShrinkTarget target, LearningSetup setup) {

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

  static final Parameter<ShrinkTarget> SHRINK_TO =
      Parameter.of(
          "shrink-to",
          Choice.of(ShrinkTarget.class, ShrinkTarget::label),
          ShrinkTarget.ZERO,
          "what the entries of M shrink to; with the identity, the diagonal shrinks to 1");

  /** λ = 10⁻⁶ and η = 0.1, the values that the paper uses most. */
  public static final SorsOptions DEFAULT =
      new SorsOptions(
          LAMBDA.defaultValue(), ETA.defaultValue(), ShrinkTarget.ZERO, LearningSetup.DEFAULT);

  public SorsOptions {
    LAMBDA.require(lambda);
    ETA.require(eta);
    Objects.requireNonNull(setup, "setup");
    requireTarget(target, setup);
  }

  /**
   * Checks that features have a diagonal if entries shrink to the identity.
   *
   * @throws IllegalArgumentException if they have none
   */
  static void requireTarget(ShrinkTarget target, LearningSetup setup) {
    Objects.requireNonNull(target, "target");
    if (target == ShrinkTarget.IDENTITY && !setup.spaces().shared()) {
      throw new IllegalArgumentException(
          "M shrinks to the identity only where queries and items share their features: shrink to"
              + " zero");
    }
  }

  static SorsOptions of(LearningParameters parameters) {
    return new SorsOptions(
        parameters.get(LAMBDA),
        parameters.get(ETA),
        parameters.get(SHRINK_TO),
        LearningSetup.withLossOf(parameters));
  }

  /** The options of online gradient descent: λ = 0. */
  static SorsOptions withoutShrinkage(LearningParameters parameters) {
    return new SorsOptions(
        0, parameters.get(ETA), ShrinkTarget.ZERO, LearningSetup.withLossOf(parameters));
  }

  public SorsOptions withLambda(double newLambda) {
    return new SorsOptions(newLambda, eta, target, setup);
  }

  public SorsOptions withEta(StepSize newEta) {
    return new SorsOptions(lambda, newEta, target, setup);
  }

  public SorsOptions withTarget(ShrinkTarget newTarget) {
    return new SorsOptions(lambda, eta, newTarget, setup);
  }

  public SorsOptions withSetup(LearningSetup newSetup) {
    return new SorsOptions(lambda, eta, target, newSetup);
  }

  Shrinkage shrinkage(boolean diagonalExempt) {
    return shrinkage(Shrinkage.uniform(lambda, diagonalExempt), target);
  }

  static Shrinkage shrinkage(Shrinkage toZero, ShrinkTarget target) {
    return target == ShrinkTarget.IDENTITY ? toZero.towardsIdentity() : toZero;
  }

  Map<String, String> asMap() {
    Map<String, String> options = new TreeMap<>();
    options.put(LAMBDA.name(), LAMBDA.format(lambda));
    options.put(ETA.name(), ETA.format(eta));
    options.put(SHRINK_TO.name(), SHRINK_TO.format(target));
    options.put(LearningSetup.LOSS.name(), LearningSetup.LOSS.format(setup.loss()));
    setup.describe(options);
    return options;
  }
}
