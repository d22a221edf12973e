package io.github.sors.spark.input;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** The triplets of a training, numbered in the order of learning, slice by slice. */
public interface TripletFeed {

  /** The context of the application. */
  JavaSparkContext context();

  /** The number of triplets, or {@link Long#MAX_VALUE} if they are endless. */
  long size();

  /** The triplets from one number to another, exclusive, in no particular order. */
  JavaRDD<NumberedTriplet> between(long from, long to);

  /**
   * The triplets from one number to another, exclusive, dealt out in turn: partition p has those
   * whose number leaves the remainder p, in ascending order.
   */
  default JavaRDD<NumberedTriplet> shares(long from, long to, int partitions) {
    return between(from, to)
        .mapToPair(triplet -> new Tuple2<>((int) (triplet.number() % partitions), triplet))
        .partitionBy(new HashPartitioner(partitions))
        .values()
        .mapPartitions(
            share -> {
              List<NumberedTriplet> sorted = new ArrayList<>();
              share.forEachRemaining(sorted::add);
              sorted.sort(Comparator.comparingLong(NumberedTriplet::number));
              return sorted.iterator();
            },
            true);
  }

  /** Reads triplets inside a task, without fetching vectors from others; null if none can. */
  default TripletReader reader() {
    return null;
  }

  /** Releases what is cached; the triplets are computed again if they are still needed. */
  void release();
}
