package io.github.sors.lucene;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.index.WeightedQuery;
import io.github.sors.lucene.text.TermCounter;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.Weighting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * Expands what a person typed by what a model has learnt, Mᵀq, into terms of an ordinary text
 * field: nothing has to be indexed again.
 *
 * <p>The model has to come from data that a {@link Vectorizer} made of one column of text, and the
 * field must be analysed in the same way, see {@link #analyzer}.
 *
 * <p>Threads: immutable. Failures: a model whose features are not the terms of one text, and more
 * terms than Lucene takes, throw {@link io.github.sors.InvalidInputException}, a negative budget
 * {@link IllegalArgumentException}.
 */
public final class LearntExpansion {

  private static final Comparator<WeightedTerm> STRONGEST_FIRST =
      Comparator.comparingDouble((WeightedTerm term) -> -Math.abs(term.weight()))
          .thenComparing(WeightedTerm::term);

  private final BilinearModel model;
  private final Vectorizer vectorizer;
  private final TermCounter counter;

  /**
   * Creates an expansion.
   *
   * @throws InvalidInputException if the model's features are not the terms of one text
   */
  public LearntExpansion(BilinearModel model) {
    this.model = model;
    this.vectorizer = Vectorizer.restore(model.recipe(), model.queryFeatures());
    if (model.itemFeatures().isEmpty()) {
      throw new InvalidInputException(
          "expected a model that knows its terms, found one of hashed features: learn without"
              + " hashing them");
    }
    Map<String, String> recipe = model.recipe().settings();
    boolean oneField = Weighting.BM25.label().equals(recipe.get("weights"));
    if (vectorizer.textColumns().size() > 1 && !oneField) {
      throw new InvalidInputException(
          "expected a model of one column of text or of BM25 weights, found one that tells the"
              + " columns "
              + String.join(", ", vectorizer.textColumns())
              + " apart, which no single field does");
    }
    this.counter = TermCounter.of(Objects.requireNonNull(recipe.get("analyzer")));
  }

  /** How the field that is searched has to be analysed. */
  public Analyzer analyzer() {
    return vectorizer.analyzer();
  }

  /** The query's vector, normalised as the model requires. */
  public SparseVector vector(String text) {
    return model.normalization().apply(vectorizer.query(text));
  }

  /**
   * The terms of the largest weights in absolute value, the strongest first.
   *
   * @param budget how many at most
   */
  public List<WeightedTerm> terms(String text, int budget) {
    WeightedQuery expanded = WeightedQuery.expand(model, vector(text)).strongest(budget);
    List<WeightedTerm> terms = new ArrayList<>(expanded.size());
    for (int k = 0; k < expanded.size(); k++) {
      terms.add(
          new WeightedTerm(model.itemFeature(expanded.feature(k)), (float) expanded.weight(k)));
    }
    terms.sort(STRONGEST_FIRST);
    return terms;
  }

  /** The strongest terms of those that speak for an item, the largest weight first. */
  public List<WeightedTerm> positiveTerms(String text, int budget) {
    return terms(text, Integer.MAX_VALUE).stream()
        .filter(term -> term.weight() > 0)
        .limit(budget)
        .toList();
  }

  /** The terms that a text has, known to the model or not, each weighted by how often. */
  public List<WeightedTerm> typedTerms(String text) {
    Map<String, Integer> counts = new TreeMap<>();
    counter.count(text, "", counts);
    List<WeightedTerm> typed = new ArrayList<>(counts.size());
    counts.forEach((term, count) -> typed.add(new WeightedTerm(term, count)));
    return typed;
  }

  /**
   * The terms that were typed and the learnt ones, typed + alpha · c · learnt, the largest weight
   * first. All weights are positive. c = ‖typed‖ / ‖learnt‖ brings the expansion to the length of
   * what was typed, so that one alpha fits short and long queries, and models of every scale.
   *
   * @param alpha how much the expansion counts; 0 leaves the query as it was typed
   * @param budget how many terms of the expansion to use at most, the strongest of those that speak
   *     for an item
   */
  public List<WeightedTerm> fusedTerms(String text, double alpha, int budget) {
    return fuse(typedTerms(text), alpha, positiveTerms(text, budget));
  }

  static List<WeightedTerm> fuse(
      List<WeightedTerm> typed, double alpha, List<WeightedTerm> learnt) {
    Map<String, Double> weights = new TreeMap<>();
    typed.forEach(term -> weights.put(term.term(), (double) term.weight()));
    double scale = alpha * length(typed) / length(learnt);
    learnt.forEach(term -> weights.merge(term.term(), scale * term.weight(), Double::sum));
    List<WeightedTerm> fused = new ArrayList<>();
    weights.forEach(
        (term, weight) -> {
          // nothing is left of a small enough one
          if (weight.floatValue() > 0) {
            fused.add(new WeightedTerm(term, weight.floatValue()));
          }
        });
    fused.sort(STRONGEST_FIRST);
    return fused;
  }

  private static double length(List<WeightedTerm> terms) {
    double squares = 0;
    for (WeightedTerm term : terms) {
      squares += (double) term.weight() * term.weight();
    }
    return Math.sqrt(squares);
  }

  /**
   * A query for terms, each boosted by its weight; it scores as the field's similarity does (BM25
   * by default) and can be a clause of any other query. Without terms it matches nothing.
   *
   * <p>Lucene knows no negative boosts, so terms that speak against an item have to be left out;
   * {@link VectorSearcher} has them.
   *
   * @param field an indexed text field
   * @param terms terms of positive weight
   * @throws InvalidInputException if there are more terms than Lucene takes
   */
  public static Query query(String field, List<WeightedTerm> terms) {
    if (terms.size() > IndexSearcher.getMaxClauseCount()) {
      throw new InvalidInputException(
          "expected at most "
              + IndexSearcher.getMaxClauseCount()
              + " terms, found "
              + terms.size()
              + ": use a smaller budget");
    }
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (WeightedTerm term : terms) {
      Query one = new TermQuery(new Term(field, term.term()));
      query.add(new BoostQuery(one, term.weight()), BooleanClause.Occur.SHOULD);
    }
    return query.build();
  }
}
