package io.github.sors.bench;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.List;

/** An endless, repeatable sequence of triplets. */
interface TripletStream {

  /** The triplet of a round, counted from 0; always the same for a round. */
  Triplet triplet(long round);

  /** The vectors that all triplets consist of; none if they are not known beforehand. */
  default List<SparseVector> vectors() {
    return List.of();
  }
}
