package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.spark.input.CachedInput;
import io.github.sors.spark.input.Columns;
import io.github.sors.spark.input.DrawnFromLabels;
import io.github.sors.spark.input.FeatureColumns;
import io.github.sors.spark.input.FeedbackTable;
import io.github.sors.spark.input.InputSummary;
import io.github.sors.spark.input.ItemTable;
import io.github.sors.spark.input.ShippedNormalization;
import io.github.sors.spark.input.TripletFeed;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** Reads items, queries and feedback as the params say, and makes triplets of them. */
final class TrainingInput {

  private final SorsSimilarityParams params;
  // null if items have labels
  private final Dataset<Row> feedback;
  // null if items are the queries
  private final Dataset<Row> queries;

  TrainingInput(SorsSimilarityParams params, Dataset<Row> feedback, Dataset<Row> queries) {
    this.params = params;
    this.feedback = feedback;
    this.queries = queries;
  }

  /** The items that are to be learnt. */
  Dataset<?> training(Dataset<?> items) {
    String indicator = params.getValidationIndicatorCol();
    return indicator.isEmpty() ? items : items.filter(functions.not(Columns.column(indicator)));
  }

  /** The items that are for validation, if there are any. */
  Optional<ValidationRows> validation(Dataset<?> items) {
    String indicator = params.getValidationIndicatorCol();
    if (indicator.isEmpty()) {
      return Optional.empty();
    }
    if (feedback != null) {
      throw new InvalidInputException(
          "validationIndicatorCol needs items with labels, found feedback: leave it out, and"
              + " evaluate the model on labelled items");
    }
    Columns.require(items.schema(), indicator);
    Dataset<Row> marked =
        items
            .toDF()
            .filter(Columns.column(indicator))
            .select(
                features(items).vectors().as(params.getFeaturesCol()),
                Columns.column(params.getLabelCol()));
    return Optional.of(
        new ValidationRows(
            isLenient() ? marked.na().drop() : marked,
            new SimilarityEvaluator()
                .setFeaturesCol(params.getFeaturesCol())
                .setLabelCol(params.getLabelCol())));
  }

  /** An input after one pass, and its triplets. */
  record Prepared(InputSummary summary, TripletFeed feed) {}

  /**
   * Reads the input of a training.
   *
   * @throws InvalidInputException if an item, a query or feedback is wrong
   */
  Prepared prepared(Dataset<?> training) {
    ShippedNormalization normalization =
        new ShippedNormalization(params.normalization().toString(), new float[0]);
    // cached until the feed has what it needs
    try (CachedInput cache = new CachedInput()) {
      if (feedback != null) {
        return ofFeedback(training, normalization, cache);
      }
      ItemTable items =
          new ItemTable(
              "items",
              training,
              features(training),
              params.getIdCol(),
              params.getLabelCol(),
              isLenient(),
              cache);
      return new Prepared(
          items.summary(), DrawnFromLabels.feed(items.labelled(), normalization, params.getSeed()));
    }
  }

  private Prepared ofFeedback(
      Dataset<?> training, ShippedNormalization normalization, CachedInput cache) {
    if (params.hasGroups() && queries != null) {
      throw new InvalidInputException(
          "groups are of items, and have no queries: leave setQueries out, or give triplets");
    }
    FeedbackTable given =
        params.hasGroups()
            ? FeedbackTable.ofGroups(
                feedback, params.getGroupCol(), params.getIdCol(), isLenient(), cache)
            : FeedbackTable.ofTriplets(
                feedback,
                params.getQueryCol(),
                params.getPositiveCol(),
                params.getNegativeCol(),
                params.getWeightCol(),
                isLenient(),
                cache);
    ItemTable items = named("items", training, cache);
    if (queries == null) {
      return new Prepared(
          given.summary(items.summary()), given.feed(items, null, normalization, params.getSeed()));
    }
    Columns.require(queries.schema(), params.getIdCol());
    ItemTable asked = named("queries", queries, cache);
    asked.requireAsLong(items);
    return new Prepared(
        given.summary(items.summary().with(asked.summary())),
        given.feed(items, asked, normalization, params.getSeed()));
  }

  private ItemTable named(String what, Dataset<?> table, CachedInput cache) {
    return new ItemTable(what, table, features(table), params.getIdCol(), "", isLenient(), cache);
  }

  private FeatureColumns features(Dataset<?> table) {
    return FeatureColumns.of(
        table.schema(), params.getFeaturesCol(), params.getIndicesCol(), isLenient());
  }

  private boolean isLenient() {
    return !params.getHandleInvalid().equals(SimilarityColumns.ERROR);
  }
}
