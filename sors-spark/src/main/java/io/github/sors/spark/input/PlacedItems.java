package io.github.sors.spark.input;

import io.github.sors.SparseVector;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.Tuple2;

/** Items by their places in the order of their ids, which stay if they are computed again. */
final class PlacedItems {

  private final Dataset<Row> named;
  private final JavaRDD<Row> inOrder;
  private final ShippedNormalization normalization;

  /**
   * Creates it.
   *
   * @param named id and vector of each item
   */
  PlacedItems(Dataset<Row> named, ShippedNormalization normalization) {
    this.named = named;
    this.inOrder = named.orderBy(Columns.column(named.columns()[0])).javaRDD();
    this.normalization = normalization;
  }

  JavaSparkContext context() {
    return new JavaSparkContext(inOrder.context());
  }

  int partitions() {
    return Math.max(1, inOrder.getNumPartitions());
  }

  /**
   * The id and the place of each item.
   *
   * @param first the place of the first one
   */
  Dataset<Row> places(int first) {
    StructType schema =
        new StructType().add(named.schema().apply(0)).add("place", DataTypes.IntegerType);
    return named
        .sparkSession()
        .createDataFrame(
            inOrder
                .zipWithIndex()
                .map(row -> RowFactory.create(row._1().get(0), Math.toIntExact(first + row._2()))),
            schema);
  }

  /** All normalised vectors, by their places. */
  PackedVectors packed() {
    ShippedNormalization steps = normalization;
    return PackedVectors.joined(
        inOrder
            .mapPartitions(
                part -> List.of(PackedVectors.of(new Normalized(part, steps))).iterator())
            .collect());
  }

  /** The normalised vectors by their places, over all machines. */
  JavaPairRDD<Integer, ShippedVector> distributed() {
    ShippedNormalization steps = normalization;
    return inOrder
        .zipWithIndex()
        .mapToPair(
            row ->
                new Tuple2<>(
                    Math.toIntExact(row._2()), new ShippedVector(steps.apply(row._1().getAs(1)))))
        .partitionBy(new HashPartitioner(partitions()));
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
}
