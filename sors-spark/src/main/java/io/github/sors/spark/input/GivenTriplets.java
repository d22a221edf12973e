package io.github.sors.spark.input;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/** Triplets of vectors, each learnt once, in the order of their rows. */
final class GivenTriplets implements TripletFeed {

  private final JavaRDD<NumberedTriplet> triplets;
  private final long size;

  /** Uses the columns of each row: the vectors of query, positive and negative, and the weight. */
  GivenTriplets(Dataset<Row> rows, ShippedNormalization normalization) {
    triplets =
        rows.javaRDD()
            .zipWithIndex()
            .map(
                numbered ->
                    new NumberedTriplet(
                        numbered._2(),
                        shipped(numbered._1().getAs(0), normalization),
                        shipped(numbered._1().getAs(1), normalization),
                        shipped(numbered._1().getAs(2), normalization),
                        numbered._1().getDouble(3)))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    size = triplets.count();
  }

  private static ShippedVector shipped(Vector vector, ShippedNormalization normalization) {
    return new ShippedVector(normalization.apply(vector));
  }

  @Override
  public JavaSparkContext context() {
    return new JavaSparkContext(triplets.context());
  }

  @Override
  public void release() {
    triplets.unpersist(false);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public JavaRDD<NumberedTriplet> between(long from, long to) {
    return triplets.filter(triplet -> triplet.number() >= from && triplet.number() < to);
  }
}
