package io.github.sors.ranking.signal;

import io.github.sors.SparseVector;
import java.util.List;

/**
 * RM3: the query with the {@value #TERMS} strongest terms of BM25's first {@value #DOCUMENTS}
 * items, half and half (Abdul-Jaleel et al., <i>UMass at TREC 2004</i>).
 *
 * <p>The terms are those of the mean of the items, weighted by their scores; both halves have the
 * same {@linkplain TextIndex#length length}. Costs what a search of so many terms costs.
 */
public final class Rm3Signal implements Signal {

  /** The name of the signal. */
  public static final String NAME = "rm3";

  private static final int DOCUMENTS = 10;
  private static final int TERMS = 20;
  private static final int SHOWN = 5;

  /** Creates the signal, which needs nothing but the collection. */
  public Rm3Signal() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double[] scores(Question question, Candidates candidates) {
    TextIndex text = question.collection().text();
    return text == null || question.terms().size() == 0
        ? Unknown.all(candidates)
        : text.scores(expanded(question, text), candidates);
  }

  /** The terms of the query and of its first items, with their weights. */
  static SparseVector expanded(Question question, TextIndex text) {
    RankingCollection collection = question.collection();
    double[] scores = question.bm25();
    TermWeights sum = TermWeights.none(text.terms());
    for (int number : collection.first(scores, DOCUMENTS)) {
      if (number != question.excluded()) {
        sum.plus(scores[number], text.vectors().get(number));
      }
    }
    SparseVector strongest = sum.strongest(TERMS);
    double length = text.length(strongest);
    TermWeights whole = TermWeights.none(text.terms()).plus(1, question.terms());
    return length == 0
        ? whole.all()
        : whole.plus(text.length(question.terms()) / length, strongest).all();
  }

  @Override
  public String words() {
    return "has words that go with those of the query";
  }

  @Override
  public List<String> evidence(Question question, int item, boolean namingQueries) {
    TextIndex text = question.collection().text();
    return text == null
        ? List.of()
        : Evidence.ofTerms(question, expanded(question, text), item, SHOWN);
  }
}
