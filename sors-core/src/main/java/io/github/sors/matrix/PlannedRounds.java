package io.github.sors.matrix;

import java.util.Arrays;

/**
 * Rounds that are about to be played together, with everything about them that does not depend on
 * their scores.
 */
final class PlannedRounds {

  private final PreparedTriplet[] triplets;
  private final double[] steps;
  private final double[] times;
  private final int[] columnCounts;
  private final double[] largestAddends;
  private int count;

  /** Creates room for at most this many rounds. */
  PlannedRounds(int most) {
    triplets = new PreparedTriplet[most];
    Arrays.setAll(triplets, round -> new PreparedTriplet());
    steps = new double[most];
    times = new double[most];
    columnCounts = new int[most];
    largestAddends = new double[most];
  }

  /** The number of rounds that there is room for. */
  int most() {
    return triplets.length;
  }

  void clear() {
    count = 0;
  }

  int count() {
    return count;
  }

  /**
   * Adds the next round.
   *
   * @param step the length of its step, if it has a loss
   * @param time the clock before the round
   * @param columnCount the number of columns at that time
   * @param largestAddend the largest amount that any step up to this one may add to an entry
   */
  void add(double step, double time, int columnCount, double largestAddend) {
    steps[count] = step;
    times[count] = time;
    columnCounts[count] = columnCount;
    largestAddends[count++] = largestAddend;
  }

  /** The triplet of a round, to be filled before the round is added. */
  PreparedTriplet triplet(int round) {
    return triplets[round];
  }

  /** The length of the step of a round that has a loss. */
  double step(int round) {
    return steps[round];
  }

  /** The clock before a round. */
  double time(int round) {
    return times[round];
  }

  /** The number of columns at the time of a round. */
  int columnCount(int round) {
    return columnCounts[round];
  }

  /** The largest amount that any step up to that of a round may add to an entry. */
  double largestAddend(int round) {
    return largestAddends[round];
  }

  /** The outcome of the first rounds, which had these scores. */
  PlayedRounds outcome(double[] scores, int played) {
    long[] touchedEntries = new long[played];
    Arrays.setAll(touchedEntries, round -> triplets[round].touchedEntries());
    return new PlayedRounds(Arrays.copyOf(scores, played), touchedEntries);
  }
}
