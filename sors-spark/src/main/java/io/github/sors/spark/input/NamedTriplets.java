package io.github.sors.spark.input;

import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Triplets of ids, each learnt once, in the order of their rows. The rows that they name are sent
 * to every machine, so a triplet takes 12 bytes, cached and when it is shuffled. For rows that are
 * too large for that, see {@link TripletIds}.
 */
public final class NamedTriplets implements TripletFeed {

  private final JavaSparkContext context;
  private final Broadcast<PackedVectors> rows;
  // without numbers
  private final JavaRDD<PlacedTriplets> cached;
  private final JavaRDD<PlacedTriplets> triplets;
  private final long size;

  /**
   * Finds the rows of triplets.
   *
   * @param ids three columns of ids
   * @param vectors the id and the vector of each row
   * @throws io.github.sors.InvalidInputException if there is no row, or several, for an id
   */
  public NamedTriplets(Dataset<Row> ids, Dataset<Row> vectors, ShippedNormalization normalization) {
    // ordered, so that places stay the same if they are computed again
    JavaRDD<Row> inOrder = vectors.orderBy(Columns.column(vectors.columns()[0])).javaRDD();
    context = new JavaSparkContext(inOrder.context());
    StructType schema =
        new StructType().add(vectors.schema().apply(0)).add("place", DataTypes.IntegerType);
    Dataset<Row> places =
        vectors
            .sparkSession()
            .createDataFrame(
                inOrder
                    .zipWithIndex()
                    .map(row -> RowFactory.create(row._1().get(0), row._2().intValue())),
                schema);
    cached =
        TripletIds.resolve(ids, places)
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
    rows =
        context.broadcast(
            PackedVectors.joined(
                inOrder
                    .mapPartitions(part -> List.of(packed(part, normalization)).iterator())
                    .collect()));
  }

  private static PackedVectors packed(Iterator<Row> rows, ShippedNormalization normalization) {
    return PackedVectors.of(new Normalized(rows, normalization));
  }

  /** Normalised vectors of the second column. */
  private record Normalized(Iterator<Row> rows, ShippedNormalization normalization)
      implements Iterator<SparseVector> {

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public SparseVector next() {
      return normalization.apply(rows.next().getAs(1));
    }
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
    Broadcast<PackedVectors> vectors = rows;
    return triplets.flatMap(some -> some.share(from, to, 0, 1).triplets(vectors.value()));
  }

  @Override
  public JavaRDD<NumberedTriplet> shares(long from, long to, int partitions) {
    Broadcast<PackedVectors> vectors = rows;
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
              return PlacedTriplets.joined(all).triplets(vectors.value());
            },
            true);
  }

  @Override
  public void release() {
    cached.unpersist(false);
    // not destroyed: what is lost is computed again from it
    rows.unpersist(false);
  }
}
