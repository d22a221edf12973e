package io.github.sors.spark.input;

import java.io.Serializable;

/** Draws triplets as places of rows; triplet t is the same on every machine. */
interface TripletPlaces extends Serializable {

  /** The places of query, positive and negative of a triplet. */
  int[] places(long number);
}
