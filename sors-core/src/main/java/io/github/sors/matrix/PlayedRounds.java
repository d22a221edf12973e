package io.github.sors.matrix;

import java.util.Arrays;

/** What became of rounds that were played as a block: the score of each and the entries it saw. */
public final class PlayedRounds {

  /** No rounds: they are to be played one by one. */
  public static final PlayedRounds NONE = new PlayedRounds(new double[0], new long[0]);

  private final double[] scores;
  private final long[] touchedEntries;

  /** The arrays are handed over. */
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

  /** The number of entries that a round looked at. */
  public long touchedEntries(int round) {
    return touchedEntries[round];
  }

  @Override
  public String toString() {
    return "scores " + Arrays.toString(scores);
  }
}
