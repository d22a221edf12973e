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
 * A learnt ranking that is ready to use: one model I + α(M − I) + γ(T − I), whose similarity is
 * BM25 fused with what was learnt, and how to search with it.
 *
 * <p>The model can be used like any other. The number of terms and the weight of feedback are
 * settings of its recipe, {@code search.terms} and {@code search.beta}. Immutable; may be shared by
 * threads.
 */
public final class SearchModel {

  private static final String ALPHA = "search.alpha";
  private static final String GAMMA = "search.gamma";
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
   * @param learnt the matrices, of the same terms as the collection
   * @param collection whose vectorizer the model keeps
   * @param provenance how it was learnt
   */
  static SearchModel of(
      LearntMatrices learnt, Fusion fusion, SearchCollection collection, Provenance provenance) {
    Vectorizer vectorizer = collection.vectorizer();
    FeatureRecipe recipe = vectorizer.recipe();
    Map<String, String> settings = new TreeMap<>(recipe.settings());
    settings.put(ALPHA, Double.toString(fusion.alpha()));
    settings.put(GAMMA, Double.toString(fusion.gamma()));
    settings.put(TERMS, Integer.toString(fusion.terms()));
    settings.put(BETA, Double.toString(fusion.beta()));
    BilinearModel fused =
        fused(learnt, collection.terms(), fusion)
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
              Double.parseDouble(settings.get(GAMMA)),
              Double.parseDouble(settings.get(BETA)),
              Integer.parseInt(settings.get(TERMS))));
    } catch (NumberFormatException | NullPointerException e) {
      throw new InvalidInputException(
          "expected numbers as the settings of a search, found "
              + settings.get(ALPHA)
              + ", "
              + settings.get(GAMMA)
              + ", "
              + settings.get(BETA)
              + " and "
              + settings.get(TERMS),
          e);
    }
  }

  /** I + α(M − I) + γ(T − I). */
  static BilinearModel fused(LearntMatrices learnt, int dimension, Fusion fusion) {
    Part judged = new Part(learnt.judged(), fusion.alpha());
    Part titles = new Part(learnt.titles(), fusion.gamma());
    long[] starts = new long[dimension + 1];
    long most = (long) dimension + judged.size() + titles.size();
    int[] columns = new int[Math.toIntExact(most)];
    float[] values = new float[columns.length];
    int size = 0;
    for (int row = 0; row < dimension; row++) {
      judged.start(row);
      titles.start(row);
      int ownLeft = row;
      while (true) {
        int column = Math.min(ownLeft, Math.min(judged.column(), titles.column()));
        if (column == Part.END) {
          break;
        }
        double value = judged.take(column) + titles.take(column);
        if (column == row) {
          value += 1 - judged.factor() - titles.factor();
          ownLeft = Part.END;
        }
        size = add(column, value, columns, values, size);
      }
      starts[row + 1] = size;
    }
    return BilinearModel.ofRows(
        dimension, dimension, starts, Arrays.copyOf(columns, size), Arrays.copyOf(values, size));
  }

  /** A multiple of a matrix, read entry by entry. */
  private static final class Part {

    static final int END = Integer.MAX_VALUE;

    private final BilinearModel matrix;
    private final double factor;
    private int next;
    private int end;

    Part(BilinearModel matrix, double factor) {
      this.matrix = factor == 0 ? null : matrix;
      this.factor = this.matrix == null ? 0 : factor;
    }

    double factor() {
      return factor;
    }

    int size() {
      return matrix == null ? 0 : matrix.nonZeros();
    }

    void start(int row) {
      boolean there = matrix != null && row < matrix.queryDimension();
      next = there ? matrix.rowStart(row) : 0;
      end = there ? matrix.rowEnd(row) : 0;
    }

    int column() {
      return next < end ? matrix.columnArray()[next] : END;
    }

    double take(int column) {
      return column() == column ? factor * matrix.valueArray()[next++] : 0;
    }
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
    return new FusedQuery(collection, collection.query(text), new LearntMatrices(model, null));
  }

  /** The fusion for {@link #fused}, whose learnt part has α and γ inside already. */
  Fusion remaining() {
    return new Fusion(1, 0, fusion.beta(), fusion.terms());
  }

  /**
   * Ranks documents that were made vectors by {@link #vectorizer}.
   *
   * @param top how many documents at most
   */
  public Ranking search(SearchCollection collection, SearchQuery query, int top) {
    return collection.ranking(query.id(), fused(collection, query.text()).scores(remaining()), top);
  }

  /** BM25's rankings of documents for many queries. */
  public static Run bm25(SearchCollection collection, List<SearchQuery> queries) {
    List<Ranking> rankings = new ArrayList<>();
    for (SearchQuery query : queries) {
      double[] scores = collection.scores(collection.query(query.text()));
      rankings.add(collection.ranking(query.id(), scores, SearchCollection.DEPTH));
    }
    return new Run(SearchExperiment.BM25, rankings);
  }

  /** Ranks documents for many queries. */
  public Run run(String name, SearchCollection collection, List<SearchQuery> queries, int top) {
    List<Ranking> rankings = new ArrayList<>();
    queries.forEach(query -> rankings.add(search(collection, query, top)));
    return new Run(name, rankings);
  }
}
