package io.github.sors.ranking.train;

import io.github.sors.ranking.signal.RankingCollection;

/** How far the cosines of queries and items spread: 0.05 for some embeddings, 0.11 for others. */
final class Spread {

  private static final double USUAL = 0.05;
  private static final double LEAST = 1e-3;
  private static final int QUERIES = 64;

  private Spread() {}

  /** The standard deviation of a query's cosines, averaged over the first queries. */
  static double ofCosines(RankingCollection collection, TrainingQueries queries) {
    double sum = 0;
    int measured = 0;
    for (int number = 0; number < queries.size() && measured < QUERIES; number++) {
      double spread = spread(queries.get(number).question().cosines());
      if (spread > 0) {
        sum += spread;
        measured++;
      }
    }
    return measured == 0 || collection.embeddings() == null
        ? USUAL
        : Math.max(LEAST, sum / measured);
  }

  private static double spread(double[] cosines) {
    double sum = 0;
    double squares = 0;
    int known = 0;
    for (double cosine : cosines) {
      if (!Double.isNaN(cosine)) {
        sum += cosine;
        squares += cosine * cosine;
        known++;
      }
    }
    return known == 0 ? 0 : Math.sqrt(Math.max(0, squares / known - (sum / known) * (sum / known)));
  }
}
