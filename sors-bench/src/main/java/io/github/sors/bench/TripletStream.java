package io.github.sors.bench;

import io.github.sors.Triplet;

/** An endless sequence of triplets that can be had again from the start, as often as needed. */
@FunctionalInterface
interface TripletStream {

  /** The triplet of a round, counted from 0; the same whenever it is asked for. */
  Triplet triplet(long round);
}
