package io.github.sors.spark.input;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Triplets of ids, each learnt once, in the order of their rows. The items that they name are sent
 * to every machine, so a triplet takes 12 bytes, cached and when it is shuffled, and 8 more if it
 * has a weight. For items that are too large for that, see {@link GivenTriplets}.
 */
final class NamedTriplets implements TripletFeed {

  private final JavaSparkContext context;
  private final Broadcast<PackedVectors> vectors;
  // without numbers
  private final JavaRDD<PlacedTriplets> cached;
  private final JavaRDD<PlacedTriplets> triplets;
  private final long size;

  /**
   * Finds the items of triplets.
   *
   * @param feedback three columns of ids and one of weights
   * @param items id and vector of each item
   * @param queries id and vector of each query; null if items are the queries
   */
  NamedTriplets(
      Dataset<Row> feedback,
      Dataset<Row> items,
      Dataset<Row> queries,
      ShippedNormalization normalization) {
    PlacedItems placedItems = new PlacedItems(items, normalization);
    context = placedItems.context();
    PackedVectors packed = placedItems.packed();
    Dataset<Row> placesOfItems = placedItems.places(0);
    Dataset<Row> placesOfQueries = placesOfItems;
    if (queries != null) {
      PlacedItems placedQueries = new PlacedItems(queries, normalization);
      placesOfQueries = placedQueries.places(packed.size());
      packed = PackedVectors.joined(List.of(packed, placedQueries.packed()));
    }
    cached =
        TripletIds.resolve(feedback, placesOfQueries, placesOfItems)
            .javaRDD()
            .mapPartitions(part -> List.of(PlacedTriplets.of(part)).iterator())
            .persist(StorageLevel.MEMORY_AND_DISK());
    List<Integer> sizes = cached.map(PlacedTriplets::size).collect();
    long[] starts = new long[sizes.size() + 1];
    for (int part = 0; part < sizes.size(); part++) {
      starts[part + 1] = starts[part] + sizes.get(part);
    }
    size = starts[sizes.size()];
    triplets =
        cached.mapPartitionsWithIndex(
            (part, one) -> List.of(one.next().startingAt(starts[part])).iterator(), true);
    vectors = context.broadcast(packed);
  }

  @Override
  public JavaSparkContext context() {
    return context;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public JavaRDD<NumberedTriplet> between(long from, long to) {
    Broadcast<PackedVectors> sent = vectors;
    return triplets.flatMap(some -> some.share(from, to, 0, 1).triplets(sent.value()));
  }

  @Override
  public JavaRDD<NumberedTriplet> shares(long from, long to, int partitions) {
    Broadcast<PackedVectors> sent = vectors;
    return triplets
        .flatMapToPair(
            some ->
                IntStream.range(0, partitions)
                    .mapToObj(part -> new Tuple2<>(part, some.share(from, to, part, partitions)))
                    .filter(share -> share._2().size() > 0)
                    .iterator())
        .partitionBy(new HashPartitioner(partitions))
        .values()
        .mapPartitions(
            shares -> {
              List<PlacedTriplets> all = new ArrayList<>();
              shares.forEachRemaining(all::add);
              return PlacedTriplets.joined(all).triplets(sent.value());
            },
            true);
  }

  @Override
  public void release() {
    cached.unpersist(false);
    // not destroyed: what is lost is computed again from it
    vectors.unpersist(false);
  }
}
