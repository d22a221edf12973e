package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import io.github.sors.Triplet;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;

/**
 * Feedback by ids: triplets of a query, a positive and a negative, with a weight if there is one;
 * or groups, such as sessions, of an item each row.
 *
 * <p>Nulls, ids that no item or query has, and weights that are not above 0 are errors that count
 * and name them. If lenient, rows with a null or an unknown id are left out, counted and named in
 * the log.
 */
public final class FeedbackTable {

  static final String WEIGHT = "weight";

  private static final String GROUP = "group";
  private static final String MEMBER = "member";
  private static final String QUERY = "query";
  private static final String POSITIVE = "positive";
  private static final String NEGATIVE = "negative";
  private static final Logger LOGGER = System.getLogger("io.github.sors.spark");

  private final Dataset<Row> rows;
  private final InputSummary summary;
  private final boolean isGroups;
  private final boolean lenient;

  private FeedbackTable(
      Dataset<Row> table,
      List<Column> columns,
      boolean isGroups,
      boolean lenient,
      CachedInput cache) {
    this.isGroups = isGroups;
    this.lenient = lenient;
    Dataset<Row> all = cache.of(table, table.select(columns.toArray(Column[]::new)));
    summary = InputSummary.of(all);
    if (summary.rows() == 0) {
      throw new InvalidInputException("expected feedback, found a table without rows");
    }
    if (summary.incomplete() > 0) {
      if (!lenient) {
        throw new InvalidInputException(
            "expected no nulls in "
                + String.join(", ", all.columns())
                + " of the feedback, found some in "
                + summary.incomplete()
                + " of "
                + summary.rows()
                + " rows: drop these, or set handleInvalid to skip");
      }
      LOGGER.log(
          Level.WARNING,
          "left out {0} of {1} rows of feedback: they have a null",
          summary.incomplete(),
          summary.rows());
    }
    rows = summary.incomplete() > 0 ? all.na().drop() : all;
  }

  /**
   * Reads triplets.
   *
   * @param weightCol the column of the weights; empty if all are 1
   * @throws InvalidInputException if a column is not there, a row has a null, or a weight is wrong
   */
  public static FeedbackTable ofTriplets(
      Dataset<Row> table,
      String queryCol,
      String positiveCol,
      String negativeCol,
      String weightCol,
      boolean lenient,
      CachedInput cache) {
    for (String name : new String[] {queryCol, positiveCol, negativeCol}) {
      requireIds(table, name);
    }
    Column weight = functions.lit(1.0);
    if (!weightCol.isEmpty()) {
      StructField field = Columns.require(table.schema(), weightCol);
      if (!(field.dataType() instanceof NumericType)) {
        throw new InvalidInputException(
            "expected numbers in column '"
                + weightCol
                + "' of the feedback, found "
                + field.dataType().simpleString());
      }
      weight = Columns.column(weightCol).cast("double");
    }
    FeedbackTable triplets =
        new FeedbackTable(
            table,
            List.of(
                Columns.column(queryCol).as(QUERY),
                Columns.column(positiveCol).as(POSITIVE),
                Columns.column(negativeCol).as(NEGATIVE),
                weight.as(WEIGHT)),
            false,
            lenient,
            cache);
    if (!weightCol.isEmpty()) {
      triplets.requireWeights(weightCol);
    }
    return triplets;
  }

  /**
   * Reads groups.
   *
   * @param idCol the column of the items' ids
   * @throws InvalidInputException if a column is not there, or a row has a null
   */
  public static FeedbackTable ofGroups(
      Dataset<Row> table, String groupCol, String idCol, boolean lenient, CachedInput cache) {
    requireIds(table, groupCol);
    requireIds(table, idCol);
    return new FeedbackTable(
        table,
        List.of(Columns.column(groupCol).as(GROUP), Columns.column(idCol).as(MEMBER)),
        true,
        lenient,
        cache);
  }

  private static void requireIds(Dataset<Row> table, String name) {
    StructField field = Columns.require(table.schema(), name);
    if (FeatureColumns.canBeVectors(field.dataType())) {
      throw new InvalidInputException(
          "expected ids in column '"
              + name
              + "' of the feedback, found vectors ("
              + field.dataType().simpleString()
              + "): give the items to fit, and their ids here");
    }
  }

  private void requireWeights(String weightCol) {
    Column weight = functions.col(WEIGHT);
    Dataset<Row> wrong =
        rows.filter(
            functions.not(
                weight
                    .gt(0)
                    .and(weight.leq(Triplet.LARGEST_WEIGHT))
                    .and(functions.not(functions.isnan(weight)))));
    long count = wrong.count();
    if (count > 0) {
      Row first = wrong.first();
      throw new InvalidInputException(
          String.format(
              Locale.ROOT,
              "expected weights above 0 and at most %s in column '%s' of the feedback, found %s for"
                  + " query '%s' and positive '%s'%s",
              Triplet.LARGEST_WEIGHT,
              weightCol,
              first.getDouble(3),
              first.get(0),
              first.get(1),
              count > 1 ? " and " + (count - 1) + " more" : ""));
    }
  }

  /** The summary of the feedback about items. */
  public InputSummary summary(InputSummary items) {
    return summary.naming(items);
  }

  /**
   * The triplets of the feedback.
   *
   * @param queries the queries, if they are a table of their own, else null
   * @throws InvalidInputException if no item or query has an id that is named, or groups give no
   *     triplet
   */
  public TripletFeed feed(
      ItemTable items, ItemTable queries, ShippedNormalization normalization, long seed) {
    Dataset<Row> named = items.named();
    if (isGroups) {
      FoundIds.require(rows, "items", named, lenient, MEMBER);
      return DrawnFromGroups.feed(rows, items, normalization, seed);
    }
    if (queries == null) {
      FoundIds.require(rows, "items", named, lenient, QUERY, POSITIVE, NEGATIVE);
    } else {
      FoundIds.require(rows, "queries", queries.named(), lenient, QUERY);
      FoundIds.require(rows, "items", named, lenient, POSITIVE, NEGATIVE);
    }
    long bytes =
        items.summary().vectorBytes() + (queries == null ? 0 : queries.summary().vectorBytes());
    TripletFeed feed =
        SentRows.areFew(rows.sparkSession(), bytes)
            ? new NamedTriplets(
                rows, named, queries == null ? null : queries.named(), normalization)
            : new GivenTriplets(
                TripletIds.resolve(rows, queries == null ? named : queries.named(), named),
                normalization);
    if (feed.size() == 0) {
      throw new InvalidInputException(
          "expected feedback about items that are there, found none in "
              + summary.rows()
              + " rows: compare its ids with those of the items");
    }
    return feed;
  }
}
