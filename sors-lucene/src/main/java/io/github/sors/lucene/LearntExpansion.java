package io.github.sors.lucene;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.index.WeightedQuery;
import io.github.sors.lucene.text.Vectorizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * Expands what a person typed by what a model has learnt, Mᵀq, into terms of an ordinary text
 * field: nothing has to be indexed again.
 *
 * <p>The model has to come from data that a {@link Vectorizer} made of one column of text, and the
 * field must be analysed in the same way, see {@link #analyzer}. Immutable; may be shared by
 * threads.
 */
public final class LearntExpansion {

  private static final Comparator<WeightedTerm> STRONGEST_FIRST =
      Comparator.comparingDouble((WeightedTerm term) -> -Math.abs(term.weight()))
          .thenComparing(WeightedTerm::term);

  private final BilinearModel model;
  private final Vectorizer vectorizer;

  /**
   * Creates an expansion.
   *
   * @throws InvalidInputException if the model does not know which term a feature is
   */
  public LearntExpansion(BilinearModel model) {
    this.model = model;
    this.vectorizer = Vectorizer.restore(model.recipe(), model.queryFeatures());
    if (model.itemFeatures().isEmpty()) {
      throw new InvalidInputException(
          "expected a model that knows its terms, found one of hashed features: vectorize without"
              + " a hash");
    }
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

  /**
   * A query for the strongest positive terms, each boosted by its weight; it scores as the field's
   * similarity does (BM25 by default) and can be a clause of any other query.
   *
   * <p>Lucene knows no negative boosts, so terms that speak against an item are left out; {@link
   * VectorSearcher} has them. A text none of whose terms the model knows matches nothing.
   *
   * @param field an indexed text field
   * @param budget how many terms at most, no more than Lucene's limit of clauses
   */
  public Query query(String field, String text, int budget) {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (WeightedTerm term : positiveTerms(text, budget)) {
      Query one = new TermQuery(new Term(field, term.term()));
      query.add(new BoostQuery(one, term.weight()), BooleanClause.Occur.SHOULD);
    }
    return query.build();
  }
}
