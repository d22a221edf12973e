package io.github.sors.ranking.fusion;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Provenance;
import io.github.sors.data.item.Items;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.embedding.Embeddings;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.ranking.signal.RankingCollection;
import io.github.sors.ranking.signal.TextIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A ranking that is ready to use, in one file: how texts become terms, which embeddings it expects,
 * what was learnt, and the weights of the signals.
 *
 * <p>It scores raw items and queries:
 *
 * <pre>
 * RankingModel model = RankingModel.read(file);
 * RankingSearcher searcher = model.searcher(model.collection(items));
 * searcher.search(query, 10);
 * </pre>
 *
 * <p>Threads: immutable. Failures: a file that holds no such model, and embeddings of another
 * dimension or model, throw {@link InvalidInputException}, a disk {@link IOException}; a write that
 * fails leaves the old file as it was.
 */
public final class RankingModel {

  private final Fusion fusion;
  private final LearntParts parts;
  private final @Nullable Vectorizer vectorizer;
  private final @Nullable EmbeddingSpace space;
  private final Provenance provenance;

  /**
   * Puts a ranking together.
   *
   * @param vectorizer how texts become terms; null if it uses no texts
   * @param space which embeddings it expects; null if it uses none
   */
  public RankingModel(
      Fusion fusion,
      LearntParts parts,
      @Nullable Vectorizer vectorizer,
      @Nullable EmbeddingSpace space,
      Provenance provenance) {
    this.fusion = fusion;
    this.parts = parts;
    this.vectorizer = vectorizer;
    this.space = space;
    this.provenance = provenance;
  }

  /** How the signals are weighed. */
  public Fusion fusion() {
    return fusion;
  }

  /** What was learnt. */
  public LearntParts parts() {
    return parts;
  }

  /** How texts become terms; null if texts are not used. */
  public @Nullable Vectorizer vectorizer() {
    return vectorizer;
  }

  /** Which embeddings it expects; null if it uses none. */
  public @Nullable EmbeddingSpace embeddings() {
    return space;
  }

  /** Where the model comes from, and what it gained. */
  public Provenance provenance() {
    return provenance;
  }

  /**
   * What was learnt from feedback about words alone, xᵀMy over terms with the weights of BM25: all
   * that a search engine can do as one query of weighted terms. Empty if there is nothing.
   */
  public Optional<BilinearModel> words() {
    return vectorizer == null || parts.matrix() == null
        ? Optional.empty()
        : Optional.of(
            parts
                .matrix()
                .withFeatureNames(vectorizer.featureNames())
                .withRecipe(vectorizer.recipe()));
  }

  /** Makes items ready to be ranked by this model; vectors have to be of its embedding model. */
  public RankingCollection collection(Items items) {
    return RankingCollection.of(items, vectorizer, space);
  }

  /**
   * Ranks a collection.
   *
   * @param collection from {@link #collection}, or that which the model was learnt on
   * @throws InvalidInputException if its embeddings are others than the model's, or its texts have
   *     other terms
   */
  public RankingSearcher searcher(RankingCollection collection) {
    Embeddings embeddings = collection.embeddings();
    if (space != null && embeddings != null) {
      space.require(embeddings.space(), "the items");
    }
    TextIndex text = collection.text();
    if (vectorizer != null
        && text != null
        && !text.vectorizer().featureNames().equals(vectorizer.featureNames())) {
      throw new InvalidInputException(
          "expected items with the terms of the model, found others: make the collection with"
              + " RankingModel.collection");
    }
    return RankingSearcher.of(collection, fusion, parts);
  }

  /** Whether a file holds a ranking. */
  public static boolean isOne(Path file) throws IOException {
    return RankingModelFile.isOne(file);
  }

  /** Writes the model; replaces an existing file atomically. */
  public void write(Path file) throws IOException {
    RankingModelFile.write(this, file);
  }

  /**
   * Reads a model.
   *
   * @throws InvalidInputException if the file is truncated, altered or holds something else
   */
  public static RankingModel read(Path file) throws IOException {
    return RankingModelFile.read(file);
  }
}
