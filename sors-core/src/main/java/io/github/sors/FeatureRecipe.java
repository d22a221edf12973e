package io.github.sors;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How raw records, such as texts, became the vectors that a model was learnt on, so that a query
 * gets the same features.
 *
 * <p>It is data for a vectorizer: settings by name, and a weight for each feature where the
 * weighting needs them. The names of the features are the model's own.
 */
public final class FeatureRecipe {

  /** The recipe of vectors that were not made from records here. */
  public static final FeatureRecipe NONE = new FeatureRecipe(Map.of(), new float[0]);

  private final Map<String, String> settings;
  private final float[] weights;

  /**
   * Creates a recipe.
   *
   * @param settings what was chosen and found out, by name
   * @param weights one per feature, or none
   */
  public FeatureRecipe(Map<String, String> settings, float[] weights) {
    this.settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    this.weights = weights.clone();
  }

  /** Whether there is nothing to follow. */
  public boolean isEmpty() {
    return settings.isEmpty();
  }

  public Map<String, String> settings() {
    return settings;
  }

  /** The weight of each feature, empty where the weighting needs none. */
  public float[] weights() {
    return weights.clone();
  }
}
