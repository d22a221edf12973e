package io.github.sors.matrix;

import java.util.Arrays;

/**
 * The outcome of rounds that were played as a block: the score and the number of entries of each.
 */
public final class PlayedRounds {

  /** No rounds were played: play them one by one. */
  public static final PlayedRounds NONE = new PlayedRounds(new double[0], new long[0]);

  private final double[] scores;
  private final long[] touchedEntries;

  /** Takes ownership of the arrays. */
  PlayedRounds(double[] scores, long[] touchedEntries) {
    this.scores = scores;
    this.touchedEntries = touchedEntries;
  }

  /** The number of rounds that were played. */
  public int count() {
    return scores.length;
  }

  /** The score of a round before its step. */
  public double score(int round) {
    return scores[round];
  }

  /** The number of entries that a round read. */
  public long touchedEntries(int round) {
    return touchedEntries[round];
  }

  @Override
  public String toString() {
    return "scores " + Arrays.toString(scores);
  }
}
