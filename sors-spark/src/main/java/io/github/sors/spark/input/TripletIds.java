package io.github.sors.spark.input;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Replaces the ids of triplets by what tables have for them, such as vectors. */
final class TripletIds {

  private TripletIds() {}

  /**
   * The triplets in their order, with the second column of the tables in place of ids, and their
   * weights. A triplet of an id that a table does not have is left out.
   *
   * @param triplets three columns of ids and one of weights
   * @param queries the id and the value of each query
   * @param items the id and the value of each positive or negative
   */
  static Dataset<Row> resolve(Dataset<Row> triplets, Dataset<Row> queries, Dataset<Row> items) {
    Dataset<Row> found = numbered(triplets).join(queries.toDF("id0", "value0"), "id0");
    for (int role = 1; role < 3; role++) {
      found = found.join(items.toDF("id" + role, "value" + role), "id" + role);
    }
    return found
        .orderBy(functions.col("number"))
        .select("value0", "value1", "value2", FeedbackTable.WEIGHT);
  }

  private static Dataset<Row> numbered(Dataset<Row> triplets) {
    StructType schema =
        new StructType()
            .add("number", DataTypes.LongType)
            .add("id0", triplets.schema().apply(0).dataType())
            .add("id1", triplets.schema().apply(1).dataType())
            .add("id2", triplets.schema().apply(2).dataType())
            .add(FeedbackTable.WEIGHT, DataTypes.DoubleType);
    return triplets
        .sparkSession()
        .createDataFrame(
            triplets
                .javaRDD()
                .zipWithIndex()
                .map(
                    row ->
                        RowFactory.create(
                            row._2(),
                            row._1().get(0),
                            row._1().get(1),
                            row._1().get(2),
                            row._1().get(3))),
            schema);
  }
}
