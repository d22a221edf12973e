package io.github.sors.server.collection;

/** The mean loss of the latest rounds, later ones counting more. */
final class RunningLoss {

  private static final double ROUNDS = 50;

  private double mean;
  private long seen;

  /** Takes the mean loss of some rounds that were just played. */
  void add(double loss, int rounds) {
    if (rounds == 0) {
      return;
    }
    seen += rounds;
    // a plain mean until there are enough rounds to forget some
    double weight = Math.min(1, rounds / Math.min((double) seen, ROUNDS));
    mean += weight * (loss - mean);
  }

  double mean() {
    return mean;
  }
}
