package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.spark.input.CachedInput;
import io.github.sors.spark.input.Columns;
import io.github.sors.spark.input.DrawnTriplets;
import io.github.sors.spark.input.FeatureColumns;
import io.github.sors.spark.input.GivenTriplets;
import io.github.sors.spark.input.InputSummary;
import io.github.sors.spark.input.NamedTriplets;
import io.github.sors.spark.input.SentRows;
import io.github.sors.spark.input.ShippedNormalization;
import io.github.sors.spark.input.TripletFeed;
import io.github.sors.spark.input.TripletIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * Reads the input of a training as its params say: selects the columns, converts and checks the
 * vectors, and makes triplets of them.
 */
final class TrainingInput {

  private final SorsSimilarityParams params;
  // for triplets of ids, else null
  private final Dataset<Row> rows;

  TrainingInput(SorsSimilarityParams params, Dataset<Row> rows) {
    this.params = params;
    this.rows = rows;
  }

  /** The rows of the input that are to be learnt. */
  Dataset<?> training(Dataset<?> dataset) {
    String indicator = params.getValidationIndicatorCol();
    return indicator.isEmpty() ? dataset : dataset.filter(functions.not(Columns.column(indicator)));
  }

  /** The rows of the input that are for validation, if it has any. */
  Optional<ValidationRows> validation(Dataset<?> dataset) {
    String indicator = params.getValidationIndicatorCol();
    if (indicator.isEmpty()) {
      return Optional.empty();
    }
    if (params.hasTriplets()) {
      throw new InvalidInputException(
          "validationIndicatorCol needs rows with labels, found triplets: leave it out, and"
              + " evaluate the model on labelled rows");
    }
    Columns.require(dataset.schema(), indicator);
    return Optional.of(
        new ValidationRows(
            valid(
                dataset
                    .toDF()
                    .filter(Columns.column(indicator))
                    .select(
                        features(dataset.schema()).as(params.getFeaturesCol()),
                        Columns.column(params.getLabelCol()))),
            new SimilarityEvaluator()
                .setFeaturesCol(params.getFeaturesCol())
                .setLabelCol(params.getLabelCol())));
  }

  /** An input after one pass, and its triplets. */
  record Prepared(InputSummary summary, TripletFeed feed) {}

  /**
   * Reads the rows or triplets of a training.
   *
   * @throws InvalidInputException if one has a null, or there is no row for an id
   */
  Prepared prepared(Dataset<?> training) {
    ShippedNormalization normalization =
        new ShippedNormalization(params.normalization().toString(), new float[0]);
    // cached until the feed has what it needs
    try (CachedInput cache = new CachedInput()) {
      if (params.hasTriplets()) {
        return triplets(training, normalization, cache);
      }
      Dataset<Row> input = labelled(training, cache);
      InputSummary summary = InputSummary.of(input);
      return new Prepared(
          summary, new DrawnTriplets(ordered(input), normalization, params.getSeed()));
    }
  }

  private boolean isLenient() {
    return !params.getHandleInvalid().equals(SimilarityColumns.ERROR);
  }

  private Column features(StructType schema) {
    return FeatureColumns.of(schema, params.getFeaturesCol(), params.getIndicesCol(), isLenient())
        .vectors();
  }

  /** The rows without those that have a null, unless these are an error. */
  private Dataset<Row> valid(Dataset<Row> selected) {
    return isLenient() ? selected.na().drop() : selected;
  }

  /** Features, labels and, if there are any, ids. */
  private Dataset<Row> labelled(Dataset<?> dataset, CachedInput cache) {
    List<Column> columns = new ArrayList<>();
    columns.add(features(dataset.schema()).as(params.getFeaturesCol()));
    columns.add(Columns.column(params.getLabelCol()));
    if (!params.getIdCol().isEmpty()) {
      columns.add(Columns.column(params.getIdCol()));
    }
    return cache.of(dataset, valid(dataset.toDF().select(columns.toArray(Column[]::new))));
  }

  /** Features and labels, in the order of the ids. */
  private Dataset<Row> ordered(Dataset<Row> labelled) {
    Dataset<Row> ordered =
        params.getIdCol().isEmpty()
            ? labelled
            : labelled.orderBy(Columns.column(params.getIdCol()));
    return ordered.select(
        Columns.column(params.getFeaturesCol()), Columns.column(params.getLabelCol()));
  }

  private Prepared triplets(
      Dataset<?> dataset, ShippedNormalization normalization, CachedInput cache) {
    List<String> names =
        List.of(params.getAnchorCol(), params.getPositiveCol(), params.getNegativeCol());
    boolean ofVectors =
        FeatureColumns.canBeVectors(
            Columns.require(dataset.schema(), params.getAnchorCol()).dataType());
    Column[] columns =
        names.stream()
            .map(
                name ->
                    ofVectors
                        ? FeatureColumns.of(dataset.schema(), name, "", isLenient())
                            .vectors()
                            .as(name)
                        : Columns.column(name))
            .toArray(Column[]::new);
    Dataset<Row> given = cache.of(dataset, valid(dataset.toDF().select(columns)));
    if (ofVectors) {
      return new Prepared(InputSummary.of(given), new GivenTriplets(given, normalization));
    }
    if (rows == null || params.getIdCol().isEmpty()) {
      throw new InvalidInputException(
          "triplets of ids need rows: set the rows with setRows, and their id column with"
              + " setIdCol");
    }
    Columns.require(rows.schema(), params.getIdCol());
    Dataset<Row> vectors =
        cache.of(
            rows,
            valid(
                rows.select(
                    Columns.column(params.getIdCol()),
                    features(rows.schema()).as(params.getFeaturesCol()))));
    InputSummary ofRows = InputSummary.of(vectors);
    TripletFeed feed =
        SentRows.areFew(dataset.sparkSession(), ofRows.vectorBytes())
            ? new NamedTriplets(given, vectors, normalization)
            : new GivenTriplets(TripletIds.resolve(given, vectors), normalization);
    return new Prepared(InputSummary.of(given).naming(ofRows), feed);
  }
}
