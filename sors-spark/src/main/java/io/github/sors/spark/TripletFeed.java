package io.github.sors.spark;

import org.apache.spark.api.java.JavaRDD;

/** The triplets of a training, numbered in the order of learning, slice by slice. */
interface TripletFeed {

  /** The number of triplets, or {@link Long#MAX_VALUE} if they are endless. */
  long size();

  /** The triplets from one number to another, exclusive, in no particular order. */
  JavaRDD<NumberedTriplet> between(long from, long to);

  /** Frees the memory of the cached triplets or rows; they can be read again, but slowly. */
  void release();
}
