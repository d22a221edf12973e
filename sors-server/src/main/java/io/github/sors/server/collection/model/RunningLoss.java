package io.github.sors.server.collection.model;

/** The mean loss of the latest rounds, with more weight on later ones. */
public final class RunningLoss {

  private static final double ROUNDS = 50;

  private double mean;
  private long seen;

  /** Adds the mean loss of some rounds. */
  public void add(double loss, int rounds) {
    if (rounds == 0) {
      return;
    }
    seen += rounds;
    // a plain mean until there are enough rounds
    double weight = Math.min(1, rounds / Math.min((double) seen, ROUNDS));
    mean += weight * (loss - mean);
  }

  public double mean() {
    return mean;
  }
}
