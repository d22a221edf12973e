package io.github.sors.ranking.signal;

/**
 * The scores of candidates by one signal, and how they are scaled to be added to those of others.
 *
 * <p>Mean and spread are those of the {@linkplain Candidates#population population}. A candidate of
 * which the signal says nothing has the mean; a signal without spread says nothing of any.
 */
public final class SignalScores {

  // a spread below this share of the largest score is rounding
  private static final double LEAST_SPREAD = 1e-9;

  private final double[] scores;
  private final double mean;
  private final double spread;
  private final double least;
  private final double most;

  private SignalScores(double[] scores, double mean, double spread, double least, double most) {
    this.scores = scores;
    this.mean = mean;
    this.spread = spread;
    this.least = least;
    this.most = most;
  }

  /** Scores of a signal; NaN where it says nothing. */
  public static SignalScores of(double[] scores, int population) {
    double sum = 0;
    int known = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int place = 0; place < scores.length; place++) {
      double score = scores[place];
      if (Double.isNaN(score)) {
        continue;
      }
      least = Math.min(least, score);
      most = Math.max(most, score);
      if (place < population) {
        sum += score;
        known++;
      }
    }
    double mean = known == 0 ? 0 : sum / known;
    double squares = 0;
    for (int place = 0; place < population; place++) {
      double difference = scores[place] - mean;
      squares += Double.isNaN(difference) ? 0 : difference * difference;
    }
    double spread = known == 0 ? 0 : Math.sqrt(squares / known);
    boolean flat = !(spread > LEAST_SPREAD * Math.max(Math.abs(least), Math.abs(most)));
    return new SignalScores(scores, mean, flat ? 0 : spread, least, most);
  }

  /** The score at a place, as the signal gave it; NaN if it says nothing. */
  public double raw(int place) {
    return scores[place];
  }

  /** How many spreads a score lies above the mean, (score - mean) / spread. */
  public double standardised(int place) {
    double score = scores[place];
    return spread == 0 || Double.isNaN(score) ? 0 : (score - mean) / spread;
  }

  /** The score between the least, 0, and the most, 1. */
  public double shared(int place) {
    double score = scores[place];
    return !(most > least) || Double.isNaN(score) ? 0 : (score - least) / (most - least);
  }

  /** The standard deviation of the population; 0 if it is rounding. */
  public double spread() {
    return spread;
  }

  /** Whether the signal tells candidates apart. */
  public boolean speaks() {
    return spread > 0;
  }
}
