package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/**
 * The items, or the queries, of a training: a vector each, with an id or a label or both.
 *
 * <p>A vector that is not one, that is not finite or that is all zeros, a null and a dense vector
 * of another length are errors that name the items, and so is an id that is there twice. If
 * lenient, items without an id, a label or a vector to learn from are left out and counted.
 */
public final class ItemTable {

  /** The column of the ids. */
  static final String ID = "id";

  private static final String FEATURES = "features";
  private static final String LABEL = "label";
  private static final Logger LOGGER = System.getLogger("io.github.sors.spark");

  private final String what;
  private final Dataset<Row> source;
  private final FeatureColumns features;
  // empty if there are none
  private final String idCol;
  private final String labelCol;
  private final Dataset<Row> rows;
  private final InputSummary summary;

  /**
   * Reads a table.
   *
   * @param what what the rows are, in messages: items or queries
   * @param idCol the column of the ids; empty if there are none
   * @param labelCol the column of the labels; empty if there are none
   * @param lenient whether rows that cannot be learnt from are left out
   * @throws InvalidInputException if a row is wrong
   */
  public ItemTable(
      String what,
      Dataset<?> table,
      FeatureColumns features,
      String idCol,
      String labelCol,
      boolean lenient,
      CachedInput cache) {
    this.what = what;
    this.source = table.toDF();
    this.features = features;
    this.idCol = idCol;
    this.labelCol = labelCol;
    Dataset<Row> all =
        cache.of(table, source.select(columns(features.learnable()).toArray(Column[]::new)));
    summary = InputSummary.of(all);
    if (summary.incomplete() > 0) {
      if (!lenient) {
        throw incomplete();
      }
      LOGGER.log(
          Level.WARNING,
          "left out {0} of {1} {2}: they have a null, or no vector to learn from",
          summary.incomplete(),
          summary.rows(),
          what);
    }
    rows = summary.incomplete() > 0 ? all.na().drop() : all;
    if (!summary.hasOneLength()) {
      throw severalLengths();
    }
    if (!idCol.isEmpty()) {
      requireOneOfEach();
    }
  }

  private List<Column> columns(Column vectors) {
    List<Column> columns = new ArrayList<>();
    columns.add(vectors.as(FEATURES));
    if (!labelCol.isEmpty()) {
      columns.add(Columns.column(labelCol).as(LABEL));
    }
    if (!idCol.isEmpty()) {
      columns.add(Columns.column(idCol).as(ID));
    }
    return columns;
  }

  private InvalidInputException incomplete() {
    Column problem = features.problem();
    if (!labelCol.isEmpty()) {
      problem =
          functions.coalesce(
              functions
                  .when(Columns.column(labelCol).isNull(), "expected a label, found null")
                  .otherwise(functions.lit(null)),
              problem);
    }
    if (!idCol.isEmpty()) {
      problem =
          functions.coalesce(
              functions
                  .when(Columns.column(idCol).isNull(), "expected an id, found null")
                  .otherwise(functions.lit(null)),
              problem);
    }
    return new InvalidInputException(
        "expected "
            + (labelCol.isEmpty() ? "" : "a label and ")
            + "a vector to learn from for each of "
            + summary.rows()
            + " "
            + what
            + ", found "
            + summary.incomplete()
            + " without: "
            + named(source.select(name().as("name"), problem.as("problem")), summary.incomplete())
            + "; correct them, leave them out, or set handleInvalid to skip");
  }

  /** What to call a row in messages, or null. */
  private Column name() {
    return idCol.isEmpty()
        ? functions.lit(null).cast("string")
        : Columns.column(idCol).cast("string");
  }

  /** The first rows with a problem, and how many more there are. */
  private static String named(Dataset<Row> problems, long count) {
    List<Row> first =
        problems
            .filter("problem is not null")
            .orderBy("name", "problem")
            .limit(FoundIds.SHOWN)
            .collectAsList();
    List<String> texts = new ArrayList<>();
    for (Row row : first) {
      texts.add(
          row.isNullAt(0) ? row.getString(1) : "'" + row.getString(0) + "': " + row.getString(1));
    }
    return String.join(", ", texts)
        + (count > first.size() ? " and " + (count - first.size()) + " more" : "");
  }

  /** The length of a dense vector, and that of a sparse one as a negative number. */
  private static Integer length(Vector vector) {
    if (vector == null) {
      return null;
    }
    return vector instanceof DenseVector ? vector.size() : -vector.size();
  }

  private InvalidInputException severalLengths() {
    UDF1<Vector, Integer> measure = ItemTable::length;
    Column length = functions.col("length");
    Dataset<Row> lengths =
        source
            .select(
                name().as("name"),
                functions
                    .udf(measure, DataTypes.IntegerType)
                    .apply(features.learnable())
                    .as("length"))
            .filter("length is not null");
    Row usual =
        lengths
            .filter(length.gt(0))
            .groupBy("length")
            .count()
            .orderBy(functions.col("count").desc(), length.desc())
            .first();
    int expected = usual.getInt(0);
    Dataset<Row> others =
        lengths
            .filter(length.gt(0).and(length.notEqual(expected)).or(length.lt(-expected)))
            .select(
                functions.col("name"),
                functions
                    .concat(functions.abs(length).cast("string"), functions.lit(" numbers"))
                    .as("problem"));
    long count = others.count();
    return new InvalidInputException(
        "expected vectors of one length in column '"
            + features.name()
            + "', found "
            + expected
            + " numbers in "
            + usual.getLong(1)
            + " of the "
            + what
            + " and another length in "
            + count
            + ": "
            + named(others, count)
            + "; make all vectors with the same model");
  }

  private void requireOneOfEach() {
    Dataset<Row> repeated = rows.groupBy(ID).count().filter("count > 1");
    long count = repeated.count();
    if (count > 0) {
      throw new InvalidInputException(
          "expected every id once in column '"
              + idCol
              + "' of the "
              + what
              + ", found "
              + count
              + (count == 1 ? " id" : " ids")
              + " of several: "
              + named(
                  repeated.select(
                      functions.col(ID).cast("string").as("name"),
                      functions
                          .concat(functions.col("count").cast("string"), functions.lit(" times"))
                          .as("problem")),
                  count)
              + "; keep one of each");
    }
  }

  /** Id and vector of each row. */
  public Dataset<Row> named() {
    return rows.select(ID, FEATURES);
  }

  /** Vector and label of each row, in the order of the ids if there are any. */
  public Dataset<Row> labelled() {
    return (idCol.isEmpty() ? rows : rows.orderBy(ID)).select(FEATURES, LABEL);
  }

  /** What one pass has found. */
  public InputSummary summary() {
    return summary;
  }

  /** Requires that the dense vectors of another table are as long. */
  public void requireAsLong(ItemTable other) {
    if (summary.hasDense()
        && other.summary.hasDense()
        && summary.dimension() != other.summary.dimension()) {
      throw new InvalidInputException(
          "expected "
              + what
              + " and "
              + other.what
              + " with vectors of one length, found "
              + summary.dimension()
              + " and "
              + other.summary.dimension()
              + " numbers: make both with the same model");
    }
  }
}
