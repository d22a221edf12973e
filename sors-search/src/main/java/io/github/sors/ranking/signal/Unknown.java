package io.github.sors.ranking.signal;

import java.util.Arrays;

/** Scores of which nothing is known. */
final class Unknown {

  private Unknown() {}

  static double[] all(Candidates candidates) {
    double[] scores = new double[candidates.size()];
    Arrays.fill(scores, Double.NaN);
    return scores;
  }
}
