package io.github.sors;

import java.util.List;
import java.util.Objects;

/**
 * Metadata of a model.
 *
 * <p>Threads: immutable. Failures: a normalisation that is not fitted throws {@link
 * IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param normalization how vectors have to be normalised before they are scored
 * @param queryFeatures the names of the query features; empty if unknown
 * @param itemFeatures the names of the item features; the same list if both sides share them
 * @param provenance where the model comes from
 * @param recipe how records became vectors; empty if the model was learnt from vectors
 */
public record ModelDescription(
    Normalization normalization,
    List<String> queryFeatures,
    List<String> itemFeatures,
    Provenance provenance,
    FeatureRecipe recipe) {

  /** The description of a model without metadata. */
  public static final ModelDescription NONE =
      new ModelDescription(
          Normalization.NONE, List.of(), List.of(), Provenance.UNKNOWN, FeatureRecipe.NONE);

  public ModelDescription {
    Objects.requireNonNull(provenance, "provenance");
    Objects.requireNonNull(recipe, "recipe");
    if (normalization.needsFitting()) {
      throw new IllegalArgumentException("normalisation " + normalization + " is not fitted");
    }
    List<String> copyOfQuery = List.copyOf(queryFeatures);
    itemFeatures = itemFeatures == queryFeatures ? copyOfQuery : List.copyOf(itemFeatures);
    queryFeatures = copyOfQuery;
  }

  /** This description with another normalisation. */
  public ModelDescription withNormalization(Normalization other) {
    return new ModelDescription(other, queryFeatures, itemFeatures, provenance, recipe);
  }

  /** This description with other names of features. */
  public ModelDescription withFeatureNames(List<String> ofQuery, List<String> ofItems) {
    return new ModelDescription(normalization, ofQuery, ofItems, provenance, recipe);
  }

  /** This description with another provenance. */
  public ModelDescription withProvenance(Provenance other) {
    return new ModelDescription(normalization, queryFeatures, itemFeatures, other, recipe);
  }

  /** This description with another recipe. */
  public ModelDescription withRecipe(FeatureRecipe other) {
    return new ModelDescription(normalization, queryFeatures, itemFeatures, provenance, other);
  }

  static String nameOf(List<String> names, int feature) {
    return feature < names.size() ? names.get(feature) : "#" + feature;
  }
}
