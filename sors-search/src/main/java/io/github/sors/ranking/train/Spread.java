package io.github.sors.ranking.train;

import io.github.sors.ranking.signal.CosineSignal;
import io.github.sors.ranking.signal.Question;
import io.github.sors.ranking.signal.RankingCollection;

/** How far the cosines of queries and items spread: 0.05 for some embeddings, 0.11 for others. */
final class Spread {

  private static final double USUAL = 0.05;
  private static final double LEAST = 1e-3;
  private static final int QUERIES = 64;

  private Spread() {}

  /** The standard deviation of a query's cosines, averaged over the first queries. */
  static double ofCosines(RankingCollection collection, TrainingQueries queries) {
    if (collection.embeddings() == null) {
      return USUAL;
    }
    double sum = 0;
    int measured = 0;
    for (int number = 0; number < queries.size() && measured < QUERIES; number++) {
      Question question = queries.get(number).question();
      double spread = question.scores(new CosineSignal(), question.candidates()).spread();
      if (spread > 0) {
        sum += spread;
        measured++;
      }
    }
    return measured == 0 ? USUAL : Math.max(LEAST, sum / measured);
  }
}
