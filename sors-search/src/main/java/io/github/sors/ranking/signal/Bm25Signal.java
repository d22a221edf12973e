package io.github.sors.ranking.signal;

import java.util.List;

/** BM25: the terms of the query that the item has, as Lucene weighs them. */
public final class Bm25Signal implements Signal {

  /** The name of the signal. */
  public static final String NAME = "bm25";

  private static final int SHOWN = 5;

  /** Creates the signal, which needs nothing but the collection. */
  public Bm25Signal() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double[] scores(Question question, Candidates candidates) {
    double[] scores = new double[candidates.size()];
    double[] all = question.bm25();
    boolean asked = question.terms().size() > 0;
    for (int place = 0; place < scores.length; place++) {
      scores[place] = asked ? all[candidates.item(place)] : Double.NaN;
    }
    return scores;
  }

  @Override
  public String words() {
    return "has the words";
  }

  @Override
  public List<String> evidence(Question question, int item, boolean namingQueries) {
    return Evidence.ofTerms(question, question.terms(), item, SHOWN);
  }
}
