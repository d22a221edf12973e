package io.github.sors;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How raw records, such as texts, were turned into the vectors that a model was learnt from, so
 * that a query gets the same features.
 *
 * <p>It is data for a vectorizer: settings by name and, if the weighting needs them, one weight per
 * feature. The model holds the names of the features. If embeddings stand beside the features, the
 * name of the model that computed them may be kept as well.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}; a vectorizer checks
 * whether it knows the settings.
 */
public final class FeatureRecipe {

  /** No recipe: the vectors were not made from records. */
  public static final FeatureRecipe NONE = new FeatureRecipe(Map.of(), new float[0]);

  /** The setting that names the model of embeddings. */
  static final String EMBEDDING = "embedding";

  private final Map<String, String> settings;
  private final float[] weights;

  /**
   * Creates a recipe.
   *
   * @param settings the settings by name, both chosen and detected
   * @param weights one per feature, or none
   */
  public FeatureRecipe(Map<String, String> settings, float[] weights) {
    this.settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    this.weights = weights.clone();
  }

  /** Whether there is no recipe. */
  public boolean isEmpty() {
    return settings.isEmpty();
  }

  public Map<String, String> settings() {
    return settings;
  }

  /** The name of the model that computed the embeddings beside the features, if it is known. */
  public Optional<String> embedding() {
    return Optional.ofNullable(settings.get(EMBEDDING));
  }

  /** This recipe with the name of the model that computed the embeddings. */
  public FeatureRecipe withEmbedding(String name) {
    Map<String, String> named = new TreeMap<>(settings);
    named.put(EMBEDDING, name);
    return new FeatureRecipe(named, weights);
  }

  /** The weight of each feature; empty if the weighting needs none. */
  public float[] weights() {
    return weights.clone();
  }
}
