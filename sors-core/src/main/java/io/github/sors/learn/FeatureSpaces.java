package io.github.sors.learn;

import io.github.sors.option.Choice;
import io.github.sors.option.IntegerRange;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import java.util.List;
import java.util.Map;

/**
 * The features of the two sides of a similarity.
 *
 * <p>The dimensions are hints for the memory layout, not limits: the matrix grows with every new
 * feature.
 *
 * <p>Threads: immutable. Failures: a negative dimension, or different ones of shared features,
 * throw {@link IllegalArgumentException}.
 *
 * @param queryDimension the expected number of features of queries
 * @param itemDimension the expected number of features of items
 * @param shared whether a number means the same feature on both sides, so that M is square
 */
public record FeatureSpaces(int queryDimension, int itemDimension, boolean shared) {

  private static final Parameter<Long> QUERY_DIMENSION =
      Parameter.of(
          "queryDimension", IntegerRange.countOfAtLeast(0), 0L, "expected features of queries");

  private static final Parameter<Long> ITEM_DIMENSION =
      Parameter.of(
          "itemDimension", IntegerRange.countOfAtLeast(0), 0L, "expected features of items");

  private static final Parameter<Boolean> SHARED_FEATURES =
      Parameter.of(
          "sharedFeatures", Choice.flag(), true, "whether queries and items share their features");

  /** The parameters that programs set when they create a learner. */
  static final List<Parameter<?>> PARAMETERS =
      List.of(QUERY_DIMENSION, ITEM_DIMENSION, SHARED_FEATURES);

  /** Shared features, of unknown number. */
  public static final FeatureSpaces UNKNOWN = shared(0);

  public FeatureSpaces {
    if (queryDimension < 0 || itemDimension < 0) {
      throw new IllegalArgumentException(
          "expected dimensions of at least 0, found " + queryDimension + " and " + itemDimension);
    }
    if (shared && queryDimension != itemDimension) {
      throw new IllegalArgumentException(
          "shared features have one dimension, found " + queryDimension + " and " + itemDimension);
    }
  }

  /** Queries and items have the same features. */
  public static FeatureSpaces shared(int dimension) {
    return new FeatureSpaces(dimension, dimension, true);
  }

  /** Queries and items have different features, such as words and colours. */
  public static FeatureSpaces separate(int queryDimension, int itemDimension) {
    return new FeatureSpaces(queryDimension, itemDimension, false);
  }

  static FeatureSpaces of(LearningParameters parameters) {
    return new FeatureSpaces(
        parameters.getInt(QUERY_DIMENSION),
        parameters.getInt(ITEM_DIMENSION),
        parameters.get(SHARED_FEATURES));
  }

  void describe(Map<String, String> options) {
    options.put(QUERY_DIMENSION.name(), Integer.toString(queryDimension));
    options.put(ITEM_DIMENSION.name(), Integer.toString(itemDimension));
    options.put(SHARED_FEATURES.name(), SHARED_FEATURES.format(shared));
  }
}
