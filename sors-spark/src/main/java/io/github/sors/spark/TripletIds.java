package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Replaces ids of rows in triplets by their vectors. */
final class TripletIds {

  private static final int SHOWN = 5;

  private TripletIds() {}

  /**
   * The triplets with vectors in place of ids, in their order.
   *
   * @param triplets three columns of ids
   * @param rows the id and the vector of each row
   * @throws InvalidInputException if there is no row, or several, for an id
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
    requireOneRowEach(found, rows);
    for (int role = 0; role < 3; role++) {
      Dataset<Row> named = rows.toDF("id" + role, "vector" + role);
      found = found.join(named, "id" + role);
    }
    return found.orderBy(functions.col("number")).select("vector0", "vector1", "vector2");
  }

  /** Checks every id, since the counts of a missing and a duplicate id would cancel out. */
  private static void requireOneRowEach(Dataset<Row> triplets, Dataset<Row> rows) {
    Dataset<Row> ids =
        triplets
            .select(functions.col("id0").as("id"))
            .union(triplets.select(functions.col("id1")))
            .union(triplets.select(functions.col("id2")))
            .distinct();
    Dataset<Row> named =
        rows.toDF("rowId", "vector").groupBy("rowId").agg(functions.count("*").as("rows"));
    List<Row> wrong =
        ids.join(named, ids.col("id").equalTo(named.col("rowId")), "left")
            .filter("id is null or rows is null or rows <> 1")
            .select(functions.col("id").cast("string"), functions.col("rows"))
            .orderBy("id")
            .limit(SHOWN)
            .collectAsList();
    if (!wrong.isEmpty()) {
      throw new InvalidInputException(
          "expected exactly one row for every id of a triplet: "
              + wrong.stream()
                  .map(
                      row ->
                          row.isNullAt(0)
                              ? "an id is null"
                              : "'" + row.getString(0) + "' names " + count(row))
                  .collect(Collectors.joining(", "))
              + (wrong.size() == SHOWN ? ", and perhaps more" : ""));
    }
  }

  private static String count(Row row) {
    return row.isNullAt(1) ? "none" : Long.toString(row.getLong(1));
  }
}
