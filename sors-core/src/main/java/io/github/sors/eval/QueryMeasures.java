package io.github.sors.eval;

/**
 * The metrics of every single query.
 *
 * <p>Threads may measure different queries at the same time: each writes only to the places of its
 * query.
 */
final class QueryMeasures {

  // ascending
  private final int[] cutoffs;
  private final double[] averagePrecision;
  private final double[] averagePrecisionAtR;
  private final double[] rPrecision;
  // by cutoff, then by query
  private final double[][] precisionAt;
  private final double[][] ndcgAt;
  private final double[][] nearestAgree;

  QueryMeasures(int[] cutoffs, int queries) {
    this.cutoffs = cutoffs;
    averagePrecision = new double[queries];
    averagePrecisionAtR = new double[queries];
    rPrecision = new double[queries];
    precisionAt = new double[cutoffs.length][queries];
    ndcgAt = new double[cutoffs.length][queries];
    nearestAgree = new double[cutoffs.length][queries];
  }

  /** Measures the ranking of a query. */
  void measureRanking(int query, RankedGroups ranking) {
    averagePrecision[query] = RankingMetrics.averagePrecision(ranking);
    averagePrecisionAtR[query] = RankingMetrics.averagePrecisionAtR(ranking);
    rPrecision[query] = RankingMetrics.rPrecision(ranking);
    for (int c = 0; c < cutoffs.length; c++) {
      precisionAt[c][query] = RankingMetrics.precisionAt(ranking, cutoffs[c]);
      ndcgAt[c][query] = RankingMetrics.ndcgAt(ranking, cutoffs[c]);
    }
  }

  /** Lets the nearest candidates of a query vote on its class, best first. */
  void measureNearest(
      int query, int classOfQuery, int[] nearestClasses, int nearest, MajorityVote vote) {
    for (int c = 0; c < cutoffs.length; c++) {
      int winner = vote.winner(nearestClasses, Math.min(cutoffs[c], nearest));
      nearestAgree[c][query] = winner == classOfQuery ? 1 : 0;
    }
  }

  int[] cutoffs() {
    return cutoffs;
  }

  /** The largest cutoff; 0 if there is none. */
  int largestCutoff() {
    return cutoffs.length == 0 ? 0 : cutoffs[cutoffs.length - 1];
  }

  double[] averagePrecision() {
    return averagePrecision;
  }

  double[] averagePrecisionAtR() {
    return averagePrecisionAtR;
  }

  double[] rPrecision() {
    return rPrecision;
  }

  double[][] precisionAt() {
    return precisionAt;
  }

  double[][] ndcgAt() {
    return ndcgAt;
  }

  /** 1 if the nearest items vote for the class of the query, else 0. */
  double[][] nearestAgree() {
    return nearestAgree;
  }
}
