package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Replaces ids of rows in triplets by the second column of these rows, such as their vectors. */
public final class TripletIds {

  private static final int SHOWN = 5;

  private TripletIds() {}

  /**
   * The triplets with vectors in place of ids, in their order.
   *
   * @param triplets three columns of ids
   * @param rows the id and the vector of each row
   * @throws InvalidInputException if there is no row, or several, for an id
   */
  public static Dataset<Row> resolve(Dataset<Row> triplets, Dataset<Row> rows) {
    Dataset<Row> found = numbered(triplets);
    requireOneRowEach(found, rows, "id0", "id1", "id2");
    return joined(found, rows, rows);
  }

  /**
   * The triplets with vectors in place of ids, in their order, if queries and items are different
   * tables.
   *
   * @param queries the id and the vector of each query
   * @param items the id and the vector of each positive or negative
   * @throws InvalidInputException if there is no row, or several, for an id
   */
  public static Dataset<Row> resolve(
      Dataset<Row> triplets, Dataset<Row> queries, Dataset<Row> items) {
    Dataset<Row> found = numbered(triplets);
    requireOneRowEach(found, queries, "id0");
    requireOneRowEach(found, items, "id1", "id2");
    return joined(found, queries, items);
  }

  private static Dataset<Row> numbered(Dataset<Row> triplets) {
    StructType numberedSchema =
        new StructType()
            .add("number", DataTypes.LongType)
            .add("id0", triplets.schema().apply(0).dataType())
            .add("id1", triplets.schema().apply(1).dataType())
            .add("id2", triplets.schema().apply(2).dataType());
    return triplets
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
  }

  private static Dataset<Row> joined(
      Dataset<Row> numbered, Dataset<Row> queries, Dataset<Row> items) {
    Dataset<Row> found = numbered.join(queries.toDF("id0", "vector0"), "id0");
    for (int role = 1; role < 3; role++) {
      found = found.join(items.toDF("id" + role, "vector" + role), "id" + role);
    }
    return found.orderBy(functions.col("number")).select("vector0", "vector1", "vector2");
  }

  /** Checks every id, since the counts of a missing and a duplicate id would cancel out. */
  private static void requireOneRowEach(
      Dataset<Row> triplets, Dataset<Row> rows, String... columns) {
    Dataset<Row> ids =
        Arrays.stream(columns)
            .map(column -> triplets.select(functions.col(column).as("id")))
            .reduce(Dataset::union)
            .orElseThrow()
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
