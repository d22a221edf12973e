package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Provenance;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.SearchQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A learnt ranking that is ready to use: one model I + α(M − I), whose similarity is BM25 fused
 * with what was learnt, and how to search with it.
 *
 * <p>The model can be used like any other. The number of terms and the weight of feedback are
 * settings of its recipe, {@code search.terms} and {@code search.beta}. Immutable; may be shared by
 * threads.
 */
public final class SearchModel {

  private static final String ALPHA = "search.alpha";
  private static final String TERMS = "search.terms";
  private static final String BETA = "search.beta";

  private final BilinearModel model;
  private final Fusion fusion;

  private SearchModel(BilinearModel model, Fusion fusion) {
    this.model = model;
    this.fusion = fusion;
  }

  /**
   * Puts a learnt matrix and a fusion together.
   *
   * @param learnt M, of the same terms as the collection; not used where the fusion does not
   * @param collection whose vectorizer the model keeps
   * @param provenance how it was learnt
   */
  static SearchModel of(
      BilinearModel learnt, Fusion fusion, SearchCollection collection, Provenance provenance) {
    Vectorizer vectorizer = collection.vectorizer();
    FeatureRecipe recipe = vectorizer.recipe();
    Map<String, String> settings = new TreeMap<>(recipe.settings());
    settings.put(ALPHA, Double.toString(fusion.alpha()));
    settings.put(TERMS, Integer.toString(fusion.terms()));
    settings.put(BETA, Double.toString(fusion.beta()));
    BilinearModel fused =
        towardsIdentity(learnt, collection.terms(), fusion.alpha())
            .withFeatureNames(vectorizer.featureNames())
            .withRecipe(new FeatureRecipe(settings, recipe.weights()))
            .withProvenance(provenance);
    return new SearchModel(fused, fusion);
  }

  /**
   * The ranking that a model of {@code sors search-learn} holds.
   *
   * @throws InvalidInputException if it holds none
   */
  public static SearchModel of(Model model) {
    Map<String, String> settings = model.recipe().settings();
    if (!(model instanceof BilinearModel bilinear) || !settings.containsKey(TERMS)) {
      throw new InvalidInputException(
          "expected a model of 'sors search-learn', found one without the settings of a search");
    }
    try {
      return new SearchModel(
          bilinear,
          new Fusion(
              Double.parseDouble(settings.get(ALPHA)),
              Integer.parseInt(settings.get(TERMS)),
              Double.parseDouble(settings.get(BETA))));
    } catch (NumberFormatException | NullPointerException e) {
      throw new InvalidInputException(
          "expected numbers as the settings of a search, found "
              + settings.get(ALPHA)
              + ", "
              + settings.get(TERMS)
              + " and "
              + settings.get(BETA),
          e);
    }
  }

  /** I + α(M − I). */
  static BilinearModel towardsIdentity(BilinearModel learnt, int dimension, double alpha) {
    long[] starts = new long[dimension + 1];
    int most = learnt.nonZeros() + dimension;
    int[] columns = new int[most];
    float[] values = new float[most];
    int size = 0;
    for (int row = 0; row < dimension; row++) {
      boolean diagonal = false;
      int end = alpha > 0 && row < learnt.queryDimension() ? learnt.rowEnd(row) : 0;
      for (int k = end == 0 ? 0 : learnt.rowStart(row); k < end; k++) {
        int column = learnt.columnArray()[k];
        if (!diagonal && column >= row) {
          diagonal = true;
          size = add(row, 1 - alpha + alpha * learnt.get(row, row), columns, values, size);
        }
        if (column != row) {
          size = add(column, alpha * learnt.valueArray()[k], columns, values, size);
        }
      }
      if (!diagonal) {
        double own = end == 0 ? 1 : 1 - alpha;
        size = add(row, own, columns, values, size);
      }
      starts[row + 1] = size;
    }
    return BilinearModel.ofRows(
        dimension, dimension, starts, Arrays.copyOf(columns, size), Arrays.copyOf(values, size));
  }

  private static int add(int column, double value, int[] columns, float[] values, int size) {
    if ((float) value == 0) {
      return size;
    }
    columns[size] = column;
    values[size] = (float) value;
    return size + 1;
  }

  /** The model, to be written to a file. */
  public BilinearModel model() {
    return model;
  }

  /** How it was fused. */
  public Fusion fusion() {
    return fusion;
  }

  /** How texts become vectors. */
  public Vectorizer vectorizer() {
    return Vectorizer.restore(model.recipe(), model.queryFeatures());
  }

  /** A query, prepared for {@link #search}. */
  FusedQuery fused(SearchCollection collection, String text) {
    return new FusedQuery(collection, collection.query(text), model);
  }

  /** The fusion for {@link #fused}, whose learnt part has α inside already. */
  Fusion remaining() {
    return new Fusion(1, fusion.terms(), fusion.beta());
  }

  /**
   * Ranks documents that were made vectors by {@link #vectorizer}.
   *
   * @param top how many documents at most
   */
  public Ranking search(SearchCollection collection, SearchQuery query, int top) {
    return collection.ranking(query.id(), fused(collection, query.text()).scores(remaining()), top);
  }

  /** Ranks documents for many queries. */
  public Run run(String name, SearchCollection collection, List<SearchQuery> queries, int top) {
    List<Ranking> rankings = new ArrayList<>();
    queries.forEach(query -> rankings.add(search(collection, query, top)));
    return new Run(name, rankings);
  }
}
