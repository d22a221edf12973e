package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Finds the vectors of triplets that are given by the ids of rows. */
final class TripletIds {

  private TripletIds() {}

  /**
   * The triplets with vectors in place of ids, in their order.
   *
   * @param triplets three columns of ids
   * @param rows the id and the vector of each row
   * @throws InvalidInputException if an id names no row, or several
   */
  static Dataset<Row> resolve(Dataset<Row> triplets, Dataset<Row> rows) {
    StructType numberedSchema =
        new StructType()
            .add("number", DataTypes.LongType)
            .add("id0", triplets.schema().apply(0).dataType())
            .add("id1", triplets.schema().apply(1).dataType())
            .add("id2", triplets.schema().apply(2).dataType());
    Dataset<Row> found =
        triplets
            .sparkSession()
            .createDataFrame(
                triplets
                    .javaRDD()
                    .zipWithIndex()
                    .map(
                        row ->
                            RowFactory.create(
                                row._2(), row._1().get(0), row._1().get(1), row._1().get(2))),
                numberedSchema);
    for (int role = 0; role < 3; role++) {
      Dataset<Row> named = rows.toDF("id" + role, "vector" + role);
      found = found.join(named, "id" + role);
    }
    long given = triplets.count();
    long resolved = found.count();
    if (resolved != given) {
      throw new InvalidInputException(
          "every id of a triplet has to name exactly one row: "
              + given
              + " triplets were given, "
              + resolved
              + " found");
    }
    return found.orderBy(functions.col("number")).select("vector0", "vector1", "vector2");
  }
}
