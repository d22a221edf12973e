package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.spark.input.Columns;
import io.github.sors.spark.input.FeatureColumns;
import io.github.sors.spark.input.ShippedNormalization;
import io.github.sors.spark.input.SparkVectors;
import io.github.sors.spark.model.BulkRanking;
import java.util.Arrays;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.storage.StorageLevel;

/**
 * Measures how well a similarity ranks rows of the same label, for tuning: every row that a {@link
 * SorsSimilarityModel} has expanded is a query, and all other rows are ranked for it.
 *
 * <p>{@code metric} is {@code map}, the mean average precision, or {@code precision@k} for any k.
 */
public final class SimilarityEvaluator extends Evaluator implements DefaultParamsWritable {

  private static final long serialVersionUID = 1;
  private static final String PRECISION = "precision@";

  private final String uid;
  private final Param<String> featuresCol;
  private final Param<String> indicesCol;
  private final Param<String> expansionCol;
  private final Param<String> labelCol;
  private final Param<String> metric;

  public SimilarityEvaluator() {
    this(Identifiable$.MODULE$.randomUID("similarityEvaluator"));
  }

  /** Creates an evaluator with a uid, for readers. */
  public SimilarityEvaluator(String uid) {
    this.uid = uid;
    featuresCol = text("featuresCol", "vectors of the rows", "features");
    indicesCol =
        text("indicesCol", "indices of the vectors, if featuresCol has their values alone", "");
    expansionCol = text("expansionCol", "expansions that the model has made", "similarity");
    labelCol = text("labelCol", "class of the rows", "label");
    metric = text("metric", "map, or precision@k for some k", "map");
  }

  private Param<String> text(String name, String doc, String value) {
    Param<String> param = new Param<>(this, name, doc);
    setDefault(param, value);
    return param;
  }

  /** The reader for Spark. */
  public static MLReader<SimilarityEvaluator> read() {
    return new DefaultParamsReader<>();
  }

  /** Reads what {@link #write} wrote. */
  public static SimilarityEvaluator load(String path) {
    return read().load(path);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public SimilarityEvaluator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public String toString() {
    return "SimilarityEvaluator: uid=" + uid + ", metric=" + getOrDefault(metric);
  }

  @Override
  public boolean isLargerBetter() {
    return true;
  }

  @Override
  public double evaluate(Dataset<?> dataset) {
    String name = getOrDefault(metric);
    if (name.equals("map")) {
      return measure(dataset).map();
    }
    int k = cutoff(name);
    return measure(dataset, k).precisionAt().get(k);
  }

  private static int cutoff(String name) {
    try {
      if (name.startsWith(PRECISION)) {
        int k = Integer.parseInt(name.substring(PRECISION.length()));
        if (k > 0) {
          return k;
        }
      }
    } catch (NumberFormatException e) {
      throw unknown(name, e);
    }
    throw unknown(name, null);
  }

  private static InvalidInputException unknown(String name, Throwable cause) {
    return new InvalidInputException(
        "expected metric map or precision@k, such as precision@10, found '" + name + "'", cause);
  }

  /**
   * Uses every row as a query and ranks all others for it. Rows that a model with {@code
   * handleInvalid} keep has left without an expansion are ignored.
   */
  public BulkEvaluation measure(Dataset<?> dataset, int... cutoffs) {
    String features = getOrDefault(featuresCol);
    String expansion = getOrDefault(expansionCol);
    String label = getOrDefault(labelCol);
    FeatureColumns vectors =
        FeatureColumns.of(dataset.schema(), features, getOrDefault(indicesCol), false);
    Columns.requireVector(dataset.schema(), expansion);
    Columns.require(dataset.schema(), label);
    Metadata metadata = dataset.schema().apply(expansion).metadata();
    if (!metadata.contains(SorsSimilarityModel.NORMALIZATION_KEY)) {
      throw new InvalidInputException(
          "expected expansions of a SorsSimilarityModel in column '"
              + expansion
              + "': let it transform the rows with output "
              + SorsSimilarityModel.EXPANSION);
    }
    float[] weights = new float[0];
    if (metadata.contains(SorsSimilarityModel.WEIGHTS_KEY)) {
      double[] kept = metadata.getDoubleArray(SorsSimilarityModel.WEIGHTS_KEY);
      weights = new float[kept.length];
      for (int j = 0; j < kept.length; j++) {
        weights[j] = (float) kept[j];
      }
    }
    ShippedNormalization normalization =
        new ShippedNormalization(
            metadata.getString(SorsSimilarityModel.NORMALIZATION_KEY), weights);
    Dataset<Row> selected =
        dataset
            .filter(Columns.column(expansion).isNotNull())
            .select(
                vectors.vectors(), Columns.column(expansion), Columns.column(label).cast("string"));
    // items are encoded like queries
    boolean encoded =
        metadata.contains(SorsSimilarityModel.ENCODING_KEY)
            && metadata.getBoolean(SorsSimilarityModel.ENCODING_KEY);
    // cached before they are numbered: computed twice, they could have another order
    JavaRDD<Row> kept = selected.javaRDD().persist(StorageLevel.MEMORY_AND_DISK_SER());
    try {
      return measure(kept.zipWithIndex(), encoded, normalization, cutoffs);
    } finally {
      kept.unpersist(false);
    }
  }

  /** What the cosine of the vectors gives, with which an untrained model starts. */
  static BulkEvaluation cosine(Dataset<Row> rows, String features, String label, int... cutoffs) {
    JavaPairRDD<Row, Long> numbered =
        rows.select(
                Columns.column(features),
                Columns.column(features).as("query"),
                Columns.column(label).cast("string"))
            .javaRDD()
            .zipWithIndex();
    // the length of the query does not change the ranking
    return measure(
        numbered,
        false,
        new ShippedNormalization(Normalization.L2.toString(), new float[0]),
        cutoffs);
  }

  /** Measures rows of features, expansion and label. */
  private static BulkEvaluation measure(
      JavaPairRDD<Row, Long> numbered,
      boolean encoded,
      ShippedNormalization normalization,
      int... cutoffs) {
    return BulkEvaluation.of(
        numbered.map(
            row -> new BulkRanking.Query(row._2(), row._1().getString(2), row._1().getAs(1))),
        numbered.map(
            row ->
                new BulkRanking.Item(
                    row._2(),
                    "",
                    row._1().getString(2),
                    encoded
                        ? SparkVectors.toSparse(row._1().getAs(1))
                        : normalization.apply(row._1().getAs(0)))),
        true,
        Arrays.stream(cutoffs).sorted().distinct().toArray());
  }

  public Param<String> featuresCol() {
    return featuresCol;
  }

  public Param<String> indicesCol() {
    return indicesCol;
  }

  public SimilarityEvaluator setIndicesCol(String value) {
    set(indicesCol, value);
    return this;
  }

  public Param<String> expansionCol() {
    return expansionCol;
  }

  public Param<String> labelCol() {
    return labelCol;
  }

  public Param<String> metric() {
    return metric;
  }

  public SimilarityEvaluator setFeaturesCol(String value) {
    set(featuresCol, value);
    return this;
  }

  public SimilarityEvaluator setExpansionCol(String value) {
    set(expansionCol, value);
    return this;
  }

  public SimilarityEvaluator setLabelCol(String value) {
    set(labelCol, value);
    return this;
  }

  public SimilarityEvaluator setMetric(String value) {
    set(metric, value);
    return this;
  }
}
