package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import picocli.CommandLine.Option;

/** A table that Spark reads, distributed, for the command line. */
public final class TableData {

  private static final Map<String, String> FORMATS =
      Map.of("parquet", "parquet", "json", "json", "jsonl", "json", "ndjson", "json", "orc", "orc");

  // of the hash that decides which rows are held out
  private static final long SHARES = 1_000_000;

  private final Dataset<Row> rows;

  // columns that are neither features nor label nor id
  private final List<String> leftOut;

  private TableData(Dataset<Row> rows, List<String> leftOut) {
    this.rows = rows;
    this.leftOut = leftOut;
  }

  /** The options for tables. */
  public static final class TableOptions {

    public static final String LABEL_OF_CSV =
        "CSV that the driver reads: their column, by name or number (default: the one called label,"
            + " class or target).";

    @Option(
        names = "--format",
        paramLabel = "FORMAT",
        description =
            "Let Spark read DATA, in any file system: parquet, json, csv, orc, or another format"
                + " that it knows (default: by the suffix .parquet, .json, .jsonl or .orc; all other"
                + " files are read by the driver, as for 'sors train').")
    private String format;

    @Option(
        names = "--features",
        split = ",",
        paramLabel = "COLUMN",
        description =
            "Tables: the column of vectors, arrays or maps, or several columns of numbers"
                + " (default: the column features, else all columns of numbers).")
    private List<String> features = List.of();

    @Option(
        names = "--indices",
        paramLabel = "COLUMN",
        description = "Tables: the column of the indices, if --features has the values alone.")
    private String indices = "";

    @Option(
        names = "--label",
        paramLabel = "COLUMN",
        description = "Tables: the column of the classes (default: label). " + LABEL_OF_CSV)
    private String label;

    @Option(
        names = "--id",
        paramLabel = "COLUMN",
        description = "Tables: the column that orders and names the rows (default: none).")
    private String id = "";

    /** The format that Spark has to read, or null if the driver reads the data. */
    private String formatOf(List<String> data) {
      if (format != null) {
        return format;
      }
      String name = data.get(0).toLowerCase(Locale.ROOT);
      return FORMATS.get(name.substring(name.lastIndexOf('.') + 1));
    }

    private String label() {
      return label == null ? "label" : label;
    }

    /**
     * The label column of files that the driver reads, or null.
     *
     * @throws InvalidInputException if there are options that only tables have
     */
    public String labelOfFiles() {
      if (!features.isEmpty() || !indices.isEmpty() || !id.isEmpty()) {
        throw new InvalidInputException(
            "--features, --indices and --id name columns of tables, and DATA is read by the driver:"
                + " leave them out, or let Spark read DATA with --format");
      }
      return label;
    }

    public boolean readBySpark(List<String> data) {
      return formatOf(data) != null;
    }
  }

  /**
   * Reads a table, as the columns id, label and features.
   *
   * @param withLabels whether rows need labels
   */
  public static TableData read(
      SparkSession session, List<String> data, TableOptions options, boolean withLabels) {
    Dataset<Row> table;
    try {
      table =
          session
              .read()
              .format(options.formatOf(data))
              // for CSV; other formats ignore them
              .option("header", "true")
              .option("inferSchema", "true")
              .load(data.toArray(String[]::new));
    } catch (Exception e) {
      // Scala does not declare what it throws: no such file, no such format
      if (!(e instanceof AnalysisException) && !(e instanceof ClassNotFoundException)) {
        throw e;
      }
      throw new InvalidInputException(
          "Spark cannot read "
              + String.join(", ", data)
              + " as "
              + options.formatOf(data)
              + ": "
              + e.getMessage().lines().findFirst().orElse(""),
          e);
    }
    List<Column> columns = new ArrayList<>();
    if (!options.id.isEmpty()) {
      Columns.require(table.schema(), options.id);
      columns.add(Columns.column(options.id).as("id"));
    }
    if (withLabels) {
      Columns.require(table.schema(), options.label());
      columns.add(Columns.column(options.label()).as("label"));
    }
    List<String> features = features(table, options);
    if (features.size() == 1 && !isNumber(table.schema().apply(features.get(0)))) {
      columns.add(
          FeatureColumns.of(table.schema(), features.get(0), options.indices, false)
              .vectors()
              .as("features"));
      return new TableData(table.select(columns.toArray(Column[]::new)), List.of());
    }
    Column[] numbers =
        features.stream()
            .map(name -> Columns.column(name).cast("double").as("number " + name))
            .toArray(Column[]::new);
    columns.addAll(Arrays.asList(numbers));
    Dataset<Row> assembled =
        new VectorAssembler()
            .setInputCols(features.stream().map(name -> "number " + name).toArray(String[]::new))
            .setOutputCol("features")
            .transform(table.select(columns.toArray(Column[]::new)));
    return new TableData(
        assembled.drop(features.stream().map(name -> "number " + name).toArray(String[]::new)),
        options.features.isEmpty()
            ? Arrays.stream(table.columns())
                .filter(name -> !features.contains(name))
                .filter(name -> !List.of(options.id, options.label()).contains(name))
                .toList()
            : List.of());
  }

  private static boolean isNumber(StructField field) {
    return field.dataType() instanceof NumericType;
  }

  private static List<String> features(Dataset<Row> table, TableOptions options) {
    if (!options.features.isEmpty()) {
      options.features.forEach(name -> Columns.require(table.schema(), name));
      return options.features;
    }
    if (Arrays.asList(table.columns()).contains("features")) {
      return List.of("features");
    }
    List<String> others = List.of(options.id, options.label());
    List<String> numbers =
        Arrays.stream(table.schema().fields())
            .filter(field -> isNumber(field) && !others.contains(field.name()))
            .map(StructField::name)
            .toList();
    if (numbers.isEmpty()) {
      throw new InvalidInputException(
          "expected a column 'features' or columns of numbers, found "
              + String.join(", ", table.columns())
              + ": name the columns with --features");
    }
    return numbers;
  }

  public Dataset<Row> rows() {
    return rows;
  }

  /** The columns that were not named and are no features, since they are not numbers. */
  public List<String> leftOut() {
    return leftOut;
  }

  public boolean hasIds() {
    return Arrays.asList(rows.columns()).contains("id");
  }

  /** A hash of the content of the rows. */
  public String hash() {
    return String.format(Locale.ROOT, "%016x", InputSummary.of(rows).fingerprint());
  }

  /** The rows to learn from: those that are not held out. */
  public Dataset<Row> train(double holdout, long seed) {
    return rows.filter(functions.not(isHeldOut(holdout, seed)));
  }

  /** The share of the rows that is held out, chosen by a hash of their content. */
  public Dataset<Row> heldOut(double holdout, long seed) {
    return rows.filter(isHeldOut(holdout, seed));
  }

  private Column isHeldOut(double holdout, long seed) {
    Column content =
        hasIds()
            ? functions.xxhash64(functions.lit(seed), functions.col("id"))
            : functions.xxhash64(
                functions.lit(seed), functions.col("label"), functions.col("features"));
    return functions
        .pmod(content, functions.lit(SHARES))
        .lt(functions.lit(Math.round(holdout * SHARES)));
  }
}
