package io.github.sors.learn;

import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.Choice;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The options that all learners share.
 *
 * <p>Threads: immutable. Failures: a value out of its range throws {@link
 * io.github.sors.option.ParameterException}, the identity as the start for separate features {@link
 * IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param start M₁
 * @param margin the margin of the loss, [margin - xᵀM(x⁺ - x⁻)]₊ for the hinge; 1 in the paper
 * @param loss the hinge; gradient-based learners allow others
 * @param spaces the features of queries and items
 */
public record LearningSetup(
    InitialMatrix start, double margin, TripletLoss loss, FeatureSpaces spaces) {

  static final Parameter<InitialMatrix> INIT =
      Parameter.of(
          "init",
          Choice.of(InitialMatrix.class, InitialMatrix::label),
          InitialMatrix.IDENTITY,
          "initial M");

  static final Parameter<Double> MARGIN =
      Parameter.of("margin", RealRange.above(0).atMost(1e9), 1.0, "margin of the loss")
          .in("units of a score");

  static final Parameter<TripletLoss> LOSS =
      TripletLoss.parameter("loss", "loss function; logistic is a smooth hinge");

  /** M₁ = I and margin 1, as in the paper, for any number of features. */
  public static final LearningSetup DEFAULT =
      new LearningSetup(
          INIT.defaultValue(), MARGIN.defaultValue(), LOSS.defaultValue(), FeatureSpaces.UNKNOWN);

  public LearningSetup {
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(loss, "loss");
    Objects.requireNonNull(spaces, "spaces");
    MARGIN.require(margin);
    if (start == InitialMatrix.IDENTITY && !spaces.shared()) {
      throw new IllegalArgumentException(
          "M starts as the identity only where queries and items share their features: start with"
              + " zero");
    }
  }

  /** Describes a learner with its own parameters and those of the setup. */
  static AlgorithmDescriptor<OnlineBilinearLearner> describe(
      String label,
      String title,
      String summary,
      Function<LearningParameters, OnlineBilinearLearner> factory,
      Parameter<?>... own) {
    return AlgorithmDescriptor.of(label, title, summary, factory, own)
        .withCommon(List.of(MARGIN, INIT))
        .withInternal(FeatureSpaces.PARAMETERS);
  }

  /** Describes a gradient-based learner, which allows any {@link #LOSS}. */
  static AlgorithmDescriptor<OnlineBilinearLearner> describeByGradient(
      String label,
      String title,
      String summary,
      Function<LearningParameters, OnlineBilinearLearner> factory,
      Parameter<?>... own) {
    return describe(label, title, summary, factory, own).withCommon(List.of(MARGIN, LOSS, INIT));
  }

  /** Describes a gradient-based learner whose entries shrink to a target of the user's choice. */
  static AlgorithmDescriptor<OnlineBilinearLearner> describeShrinking(
      String label,
      String title,
      String summary,
      Function<LearningParameters, OnlineBilinearLearner> factory,
      Parameter<?>... own) {
    return describe(label, title, summary, factory, own)
        .withCommon(List.of(MARGIN, LOSS, INIT, SorsOptions.SHRINK_TO));
  }

  /** The setup of a learner that is defined for the hinge loss only. */
  static LearningSetup of(LearningParameters parameters) {
    return new LearningSetup(
        parameters.get(INIT),
        parameters.get(MARGIN),
        TripletLoss.HINGE,
        FeatureSpaces.of(parameters));
  }

  /** The setup of a gradient-based learner, which allows any {@link #LOSS}. */
  static LearningSetup withLossOf(LearningParameters parameters) {
    return of(parameters).withLoss(parameters.get(LOSS));
  }

  /**
   * Checks that the loss is the hinge.
   *
   * @throws IllegalArgumentException if it is not
   */
  void requireHinge(String algorithm) {
    if (loss.shape() != TripletLoss.Shape.HINGE) {
      throw new IllegalArgumentException(
          "the steps of "
              + algorithm
              + " are those of the hinge loss: expected loss hinge, found "
              + loss);
    }
  }

  /** M₁ = 0, for queries and items with separate features. */
  public static LearningSetup separate(int queryDimension, int itemDimension) {
    return DEFAULT
        .withStart(InitialMatrix.ZERO)
        .withSpaces(FeatureSpaces.separate(queryDimension, itemDimension));
  }

  public LearningSetup withStart(InitialMatrix newStart) {
    return new LearningSetup(newStart, margin, loss, spaces);
  }

  public LearningSetup withMargin(double newMargin) {
    return new LearningSetup(start, newMargin, loss, spaces);
  }

  public LearningSetup withLoss(TripletLoss newLoss) {
    return new LearningSetup(start, margin, newLoss, spaces);
  }

  public LearningSetup withSpaces(FeatureSpaces newSpaces) {
    return new LearningSetup(start, margin, loss, newSpaces);
  }

  void describe(Map<String, String> options) {
    options.put(INIT.name(), INIT.format(start));
    options.put(MARGIN.name(), MARGIN.format(margin));
    spaces.describe(options);
  }
}
