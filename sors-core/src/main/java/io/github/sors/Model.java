package io.github.sors;

import java.util.List;

/**
 * A learnt similarity, with the metadata needed to use it and its provenance.
 *
 * <p>There are two kinds: a {@link BilinearModel} has a sparse matrix M and scores xᵀMy; an {@link
 * io.github.sors.encoder.EncoderModel} maps both vectors to a few hundred numbers and scores the
 * cosine.
 *
 * <p>Threads: immutable; any thread may score, each with a scorer of its own. Failures: vectors of
 * any dimension can be scored; a description that does not fit, such as a normalisation that is not
 * fitted, throws {@link IllegalArgumentException}.
 */
public interface Model extends Similarity {

  /** One more than the largest feature of a query that the model knows. */
  int queryDimension();

  /** One more than the largest feature of an item that the model knows. */
  int itemDimension();

  /** The bytes that the model takes in memory, without the names of features. */
  long bytes();

  /** Metadata of the model. */
  ModelDescription description();

  /** This model with another description. */
  Model withDescription(ModelDescription description);

  /** This model with another provenance. */
  default Model withProvenance(Provenance provenance) {
    return withDescription(description().withProvenance(provenance));
  }

  /** This model with the recipe that turns records into vectors for it. */
  default Model withRecipe(FeatureRecipe recipe) {
    return withDescription(description().withRecipe(recipe));
  }

  /** This model, to be used on vectors normalised in the given way. */
  default Model withNormalization(Normalization normalization) {
    return withDescription(description().withNormalization(normalization));
  }

  /** This model with the names of the features that both sides share. */
  default Model withFeatureNames(List<String> names) {
    return withFeatureNames(names, names);
  }

  /** This model with the names of query and item features; empty if unknown. */
  default Model withFeatureNames(List<String> ofQuery, List<String> ofItems) {
    return withDescription(description().withFeatureNames(ofQuery, ofItems));
  }

  /** How vectors have to be normalised before they are scored with this model. */
  default Normalization normalization() {
    return description().normalization();
  }

  /** The provenance of the model. */
  default Provenance provenance() {
    return description().provenance();
  }

  /** How records become vectors for this model; empty if it was learnt from vectors. */
  default FeatureRecipe recipe() {
    return description().recipe();
  }

  /** The names of the query features; empty if unknown. */
  default List<String> queryFeatures() {
    return description().queryFeatures();
  }

  /** The names of the item features; empty if unknown. */
  default List<String> itemFeatures() {
    return description().itemFeatures();
  }

  /** The name of a query feature, or {@code #feature} if unknown. */
  default String queryFeature(int feature) {
    return ModelDescription.nameOf(queryFeatures(), feature);
  }

  /** The name of an item feature, or {@code #feature} if unknown. */
  default String itemFeature(int feature) {
    return ModelDescription.nameOf(itemFeatures(), feature);
  }
}
