package io.github.sors.spark.input;

import java.io.Serializable;

/** Reads any triplet of a training inside a task. */
public interface TripletReader extends Serializable {

  /** The triplet with a number. */
  NumberedTriplet read(long number);
}
