package io.github.sors.spark;

/** How the rounds of a slice are distributed over the machines. */
interface TrainingStrategy {

  /**
   * Learns the triplets from one number to below another.
   *
   * @return the state after them, its rows computed and kept by Spark; the rows of the state before
   *     are given up
   */
  TrainingState advance(TrainingState state, TripletFeed feed, long from, long to);
}
