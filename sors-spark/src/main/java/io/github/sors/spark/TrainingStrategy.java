package io.github.sors.spark;

/** How the rounds of a slice are distributed over the machines. */
interface TrainingStrategy {

  /**
   * Learns the triplets from one number to another, exclusive.
   *
   * @return the state after them, with its rows computed and cached; the rows of the state before
   *     are released
   */
  TrainingState advance(TrainingState state, TripletFeed feed, long from, long to);
}
