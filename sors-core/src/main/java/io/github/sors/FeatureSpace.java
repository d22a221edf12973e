package io.github.sors;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the numbers of features stand for: their names, and the recipe by which records got them.
 *
 * <p>A model and rows go together only if a feature's number means the same in both.
 *
 * <p>Threads: immutable. Failures: a null among the names throws {@link NullPointerException}.
 *
 * @param names the names by number; empty if unknown
 * @param recipe how records became vectors; {@link FeatureRecipe#NONE} if unknown
 */
public record FeatureSpace(List<String> names, FeatureRecipe recipe) {

  /** Nothing is known of the features. */
  public static final FeatureSpace UNKNOWN = new FeatureSpace(List.of(), FeatureRecipe.NONE);

  /** Copies the names. */
  public FeatureSpace {
    names = List.copyOf(names);
  }

  /** The features of the queries that a model takes. */
  public static FeatureSpace ofQueries(Model model) {
    return new FeatureSpace(model.queryFeatures(), model.recipe());
  }

  /** The features of the items that a model takes. */
  public static FeatureSpace ofItems(Model model) {
    return new FeatureSpace(model.itemFeatures(), model.recipe());
  }

  /** Whether nothing is known of what the numbers stand for. */
  public boolean isUnknown() {
    return names.isEmpty() && recipe.isEmpty();
  }

  /**
   * The first difference to another space, as part of a sentence; empty if there is none.
   *
   * <p>Names are compared as far as both have some, so that one may have more features than the
   * other; recipes are compared if both are known, and the names of embedding models if both have
   * one.
   *
   * @param here what to call this space
   * @param there what to call the other one
   */
  public Optional<String> differenceFrom(FeatureSpace other, String here, String there) {
    for (int k = 0; k < Math.min(names.size(), other.names.size()); k++) {
      if (!names.get(k).equals(other.names.get(k))) {
        return Optional.of(
            different(
                "feature " + k, quoted(names.get(k)), here, quoted(other.names.get(k)), there));
      }
    }
    boolean bothNamed = recipe.embedding().isPresent() && other.recipe.embedding().isPresent();
    if (bothNamed && !recipe.embedding().equals(other.recipe.embedding())) {
      return Optional.of(
          different(
              "the embedding",
              quoted(recipe.embedding().get()),
              here,
              quoted(other.recipe.embedding().get()),
              there));
    }
    return recipeDifference(other, here, there);
  }

  /** What made the features of records; the embeddings beside them are another matter. */
  private Map<String, String> settingsOfRecords() {
    Map<String, String> settings = new TreeMap<>(recipe.settings());
    settings.remove(FeatureRecipe.EMBEDDING);
    return settings;
  }

  private Optional<String> recipeDifference(FeatureSpace other, String here, String there) {
    Map<String, String> ours = settingsOfRecords();
    Map<String, String> theirs = other.settingsOfRecords();
    if (ours.isEmpty() || theirs.isEmpty()) {
      return Optional.empty();
    }
    TreeSet<String> settings = new TreeSet<>(ours.keySet());
    settings.addAll(theirs.keySet());
    for (String setting : settings) {
      String our = ours.getOrDefault(setting, "");
      String their = theirs.getOrDefault(setting, "");
      if (!our.equals(their)) {
        return Optional.of(different(setting, quoted(our), here, quoted(their), there));
      }
    }
    float[] weights = recipe.weights();
    float[] otherWeights = other.recipe.weights();
    for (int k = 0; k < Math.min(weights.length, otherWeights.length); k++) {
      if (weights[k] != otherWeights[k]) {
        String name = k < names.size() ? quoted(names.get(k)) : "feature " + k;
        return Optional.of(
            different(
                "the weight of " + name,
                Float.toString(weights[k]),
                here,
                Float.toString(otherWeights[k]),
                there));
      }
    }
    return Optional.empty();
  }

  private static String different(
      String what, String ours, String here, String theirs, String there) {
    return what + " is " + ours + " in " + here + " and " + theirs + " in " + there;
  }

  private static String quoted(String text) {
    return "'" + text.replace('\n', ' ') + "'";
  }
}
