package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegralType;

/** Checks that the ids of feedback are those of items or queries; counts and names the others. */
final class FoundIds {

  /** How many are named in a message. */
  static final int SHOWN = 5;

  private static final Logger LOGGER = System.getLogger("io.github.sors.spark");

  private FoundIds() {}

  /**
   * Checks the ids of some columns.
   *
   * @param what what has the ids, in messages: items or queries
   * @param named the id of each of them as the first column
   * @param lenient whether unknown ids are logged instead of refused
   * @throws InvalidInputException if there is none of an id
   */
  static void require(
      Dataset<Row> feedback, String what, Dataset<Row> named, boolean lenient, String... columns) {
    DataType expected = named.schema().apply(0).dataType();
    for (String column : columns) {
      requireType(column, feedback.schema().apply(column).dataType(), what, expected);
    }
    Dataset<Row> known = named.select(functions.col(named.columns()[0]).as("known"));
    Dataset<Row> unknown =
        Arrays.stream(columns)
            .map(column -> feedback.select(functions.col(column).as("id")))
            .reduce(Dataset::union)
            .orElseThrow()
            .distinct()
            .join(known, functions.col("id").equalTo(functions.col("known")), "left_anti");
    long count = unknown.count();
    if (count == 0) {
      return;
    }
    List<Row> first =
        unknown
            .select(functions.col("id").cast("string"))
            .orderBy("id")
            .limit(SHOWN)
            .collectAsList();
    String names =
        first.stream().map(row -> "'" + row.getString(0) + "'").collect(Collectors.joining(", "))
            + (count > SHOWN ? " and " + (count - SHOWN) + " more" : "");
    Dataset<Row> left = feedback;
    for (String column : columns) {
      left = left.join(known, functions.col(column).equalTo(functions.col("known")), "left_semi");
    }
    long rows = feedback.count();
    String found =
        count
            + " unknown"
            + (count == 1 ? " id" : " ids")
            + " in "
            + (rows - left.count())
            + " of "
            + rows
            + " rows: "
            + names;
    if (!lenient) {
      throw new InvalidInputException(
          "expected ids of the "
              + what
              + " in the feedback, found "
              + found
              + "; add these "
              + what
              + ", leave the rows out, or set handleInvalid to skip");
    }
    LOGGER.log(Level.WARNING, "left out feedback about {0} that are not there: {1}", what, found);
  }

  private static void requireType(String column, DataType found, String what, DataType expected) {
    boolean bothWhole = found instanceof IntegralType && expected instanceof IntegralType;
    if (!found.equals(expected) && !bothWhole) {
      throw new InvalidInputException(
          "expected ids of the type that the "
              + what
              + " have, "
              + expected.simpleString()
              + ", in column '"
              + column
              + "' of the feedback, found "
              + found.simpleString()
              + ": cast one of them");
    }
  }
}
