package io.github.sors.learn;

import java.util.Map;
import java.util.Objects;

/**
 * What all the learners have in common.
 *
 * @param start M₁
 * @param margin the margin of the hinge loss [margin - xᵀM(x⁺ - x⁻)]₊; 1 in the paper
 * @param spaces the features of queries and items
 */
public record LearningSetup(InitialMatrix start, double margin, FeatureSpaces spaces) {

  /** M₁ = I and margin 1, as in the paper, for any number of features. */
  public static final LearningSetup DEFAULT =
      new LearningSetup(InitialMatrix.IDENTITY, 1, FeatureSpaces.UNKNOWN);

  public LearningSetup {
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(spaces, "spaces");
    if (!(margin > 0) || margin > 1e9) {
      throw new IllegalArgumentException(
          "a margin above 0 and at most 1e9 expected, found " + margin);
    }
    if (start == InitialMatrix.IDENTITY && !spaces.shared()) {
      throw new IllegalArgumentException(
          "M starts as the identity only where queries and items share their features: start with"
              + " zero");
    }
  }

  /** M₁ = 0 for queries and items with features of their own. */
  public static LearningSetup separate(int queryDimension, int itemDimension) {
    return new LearningSetup(
        InitialMatrix.ZERO, 1, FeatureSpaces.separate(queryDimension, itemDimension));
  }

  public LearningSetup withStart(InitialMatrix newStart) {
    return new LearningSetup(newStart, margin, spaces);
  }

  public LearningSetup withMargin(double newMargin) {
    return new LearningSetup(start, newMargin, spaces);
  }

  public LearningSetup withSpaces(FeatureSpaces newSpaces) {
    return new LearningSetup(start, margin, newSpaces);
  }

  void describe(Map<String, String> options) {
    options.put("init", start.label());
    options.put("margin", Double.toString(margin));
    options.put("queryDimension", Integer.toString(spaces.queryDimension()));
    options.put("itemDimension", Integer.toString(spaces.itemDimension()));
    options.put("sharedFeatures", Boolean.toString(spaces.shared()));
  }
}
