package io.github.sors.bench;

import io.github.sors.Triplet;

/** An endless, repeatable sequence of triplets. */
@FunctionalInterface
interface TripletStream {

  /** The triplet of a round, counted from 0; always the same for a round. */
  Triplet triplet(long round);
}
