package io.github.sors.spark;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.Normalization;
import io.github.sors.Provenance;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.ModelFile;
import io.github.sors.spark.input.Columns;
import io.github.sors.spark.input.FeatureColumns;
import io.github.sors.spark.input.ShippedNormalization;
import io.github.sors.spark.input.SparkVectors;
import io.github.sors.spark.model.BulkRanking;
import io.github.sors.spark.model.EncoderTable;
import io.github.sors.spark.model.ExpansionTable;
import io.github.sors.spark.model.JoinedExpansion;
import io.github.sors.spark.model.ModelHeader;
import io.github.sors.spark.model.ModelRow;
import io.github.sors.spark.model.RowTable;
import io.github.sors.spark.model.SentTable;
import io.github.sors.spark.model.SharedFiles;
import io.github.sors.spark.train.TrainingState;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import scala.Tuple2;

/**
 * A learnt similarity as a transformer of Spark ML; its rows are a DataFrame that need not fit into
 * one machine.
 *
 * <p>{@code output} determines what {@link #transform} adds: {@code expansion}, the vector Mᵀx, a
 * weighted query against plain items; {@code score}, xᵀMy for the vectors x in {@code featuresCol}
 * and y in {@code itemCol}; or {@code neighbours}, the ids and scores of the best {@code k} of the
 * items set with {@link #setItems}. Vectors are normalised first, like those of the training.
 *
 * <p>A model of up to {@code broadcastEntries} entries is broadcast to all executors; a larger one
 * is joined with the queries.
 */
public final class SorsSimilarityModel extends SorsSimilarityModelParams implements MLWritable {

  private static final long serialVersionUID = 1;

  /** The output Mᵀx. */
  public static final String EXPANSION = "expansion";

  /** The output xᵀMy. */
  public static final String SCORE = "score";

  /** The output of the best items. */
  public static final String NEIGHBOURS = "neighbours";

  /** The metadata key of the normalisation that items need. */
  static final String NORMALIZATION_KEY = "sorsNormalization";

  /** The metadata key of whether it is an encoding, with which items are encoded too. */
  static final String ENCODING_KEY = "sorsEncoding";

  /** The metadata key of the fitted weights of the normalisation, if any. */
  static final String WEIGHTS_KEY = "sorsFeatureWeights";

  private static final Vector NO_ENTRIES = Vectors.sparse(0, new int[0], new double[0]);

  private final transient SparkSession session;
  private final transient Dataset<ModelRow> rows;
  private final ModelHeader header;
  private final long nonZeros;
  private final transient LearningProgress progress;
  private final transient SentTable table;
  // cached rows that this model is made of, or null
  private transient TrainingState cached;
  private transient JavaRDD<?> rankedBlocks;
  private transient TrainingSummary summary;
  private transient Dataset<Row> items;

  private SorsSimilarityModel(
      String uid,
      SparkSession session,
      Dataset<ModelRow> rows,
      ModelHeader header,
      long nonZeros,
      LearningProgress progress,
      SentTable table) {
    super(uid);
    this.session = session;
    this.rows = rows;
    this.header = header;
    this.nonZeros = nonZeros;
    this.progress = progress;
    this.table = table;
  }

  /** Creates a model from the rows of a training. */
  static SorsSimilarityModel of(
      SparkSession session,
      String uid,
      ModelHeader header,
      JavaRDD<ModelRow> rows,
      TrainingState state) {
    SorsSimilarityModel model =
        of(
            session,
            uid,
            header,
            session.createDataset(rows.rdd(), Encoders.bean(ModelRow.class)),
            state.progress());
    model.cached = state;
    return model;
  }

  /** Creates a model from its rows. */
  static SorsSimilarityModel of(
      SparkSession session,
      String uid,
      ModelHeader header,
      Dataset<ModelRow> rows,
      LearningProgress progress) {
    Tuple2<Long, Long> counts =
        rows.javaRDD()
            .map(
                row ->
                    new Tuple2<>(
                        (long) row.getValues().length,
                        row.getRow() < header.getItemDimension() ? 1L : 0L))
            .fold(
                new Tuple2<>(0L, 0L),
                (one, other) -> new Tuple2<>(one._1() + other._1(), one._2() + other._2()));
    long untouched =
        header.getUntouchedDiagonal() == 0
            ? 0
            : Math.min(header.getQueryDimension(), header.getItemDimension()) - counts._2();
    return new SorsSimilarityModel(
        uid, session, rows, header, counts._1() + untouched, progress, new SentTable());
  }

  /**
   * Reads a model file of {@code sors} on the driver and distributes its rows.
   *
   * @param file in any file system that Spark knows
   */
  public static SorsSimilarityModel readSors(SparkSession session, String file) throws IOException {
    return of(session, new SharedFiles(session).read(file, ModelFile::read));
  }

  /**
   * Creates a model from one that was learnt elsewhere.
   *
   * @throws InvalidInputException if it is neither a similarity xᵀMy nor an encoder
   */
  public static SorsSimilarityModel of(SparkSession session, io.github.sors.Model model) {
    ModelHeader header = new ModelHeader();
    header.setQueryDimension(model.queryDimension());
    header.setItemDimension(model.itemDimension());
    header.setNormalization(model.normalization().toString());
    header.setFeatureWeights(model.normalization().featureWeights());
    header.setQueryFeatures(model.queryFeatures());
    header.setItemFeatures(model.itemFeatures());
    header.setAlgorithm(model.provenance().algorithm());
    header.setOptions(model.provenance().options());
    header.setTraining(model.provenance().training());
    header.setRounds(model.provenance().rounds());
    header.setVersion(model.provenance().version());
    List<ModelRow> rows;
    if (model instanceof EncoderModel encoder) {
      header.setEncodingLength(encoder.encodingLength());
      header.setEncoderSeed(encoder.queryTable().start().seed());
      rows = EncoderTable.rowsOf(encoder);
    } else if (model instanceof BilinearModel matrix) {
      rows = ExpansionTable.rowsOf(matrix);
    } else {
      throw new InvalidInputException(
          "Spark ranks by a similarity x'My or by an encoder, found another kind of model: use"
              + " 'sors evaluate'");
    }
    JavaSparkContext context = new JavaSparkContext(session.sparkContext());
    return of(
        session,
        Identifiable$.MODULE$.randomUID("sorsSimilarity"),
        header,
        session.createDataset(context.parallelize(rows).rdd(), Encoders.bean(ModelRow.class)),
        new LearningProgress(model.provenance().rounds(), 0, 0, 0));
  }

  /** Whether it is an encoder; else it is a matrix M. */
  public boolean isEncoder() {
    return header.getEncodingLength() != null;
  }

  /**
   * Collects the rows to the driver, as a model of {@code sors-core}.
   *
   * @throws InvalidInputException if it is a matrix with more entries than fit into an array
   */
  public io.github.sors.Model toModel() {
    if (isEncoder()) {
      return described(
          new EncoderTable(header, rows.collectAsList()).toModel(header.getQueryDimension()));
    }
    ExpansionTable.requireFits(nonZeros);
    return described(
        new ExpansionTable(header, rows.collectAsList()).toModel(header.getQueryDimension()));
  }

  private io.github.sors.Model described(io.github.sors.Model model) {
    return model
        .withNormalization(normalization())
        .withFeatureNames(header.getQueryFeatures(), header.getItemFeatures())
        .withProvenance(
            new Provenance(
                header.getAlgorithm(),
                header.getOptions(),
                header.getRounds(),
                header.getTraining(),
                header.getVersion()));
  }

  /**
   * Collects the rows of M to the driver.
   *
   * @throws InvalidInputException if it is an encoder, or too large
   */
  public BilinearModel toBilinear() {
    if (toModel() instanceof BilinearModel matrix) {
      return matrix;
    }
    throw new InvalidInputException("expected a matrix M, found an encoder: use toModel()");
  }

  /**
   * Collects the rows to the driver and writes the model file of {@code sors}.
   *
   * @param file in any file system that Spark knows
   */
  public void writeSors(String file) throws IOException {
    io.github.sors.Model collected = toModel();
    new SharedFiles(session).write(file, local -> ModelFile.write(collected, local));
  }

  /**
   * The rows that were learnt. The other rows of M have the untouched diagonal, those of an encoder
   * the random row that they would have started from.
   */
  public Dataset<ModelRow> rows() {
    return rows;
  }

  public ModelHeader header() {
    return header;
  }

  /** The progress of the training; only the rounds if the model was read from a file. */
  public LearningProgress progress() {
    return progress;
  }

  /** Whether the model was learnt in this application, and so has a summary. */
  public boolean hasSummary() {
    return summary != null;
  }

  /**
   * Loss and validation of the training, slice by slice.
   *
   * @throws InvalidInputException if the model was read from files
   */
  public TrainingSummary summary() {
    if (summary == null) {
      throw new InvalidInputException(
          "the model has no summary, since it was read from files: only a model that fit returns"
              + " has one");
    }
    return summary;
  }

  SorsSimilarityModel setSummary(TrainingSummary newSummary) {
    summary = newSummary;
    return this;
  }

  /**
   * Frees the memory that this model and its copies have on the executors: cached rows and what was
   * broadcast. The model cannot be used afterwards, unless it was read from files. Without this
   * call Spark frees it when the driver has no reference to the model any more.
   */
  public void release() {
    releaseSent();
    if (cached != null) {
      cached.release();
    }
  }

  /** Frees what transforming has sent to the executors; it is sent again when needed. */
  void releaseSent() {
    table.destroy();
    if (rankedBlocks != null) {
      rankedBlocks.unpersist(false);
      rankedBlocks = null;
    }
  }

  /** The bytes of the model, which Spark Connect counts: 8 for each entry. */
  @Override
  public long estimatedSize() {
    return 8 * nonZeros;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "SorsSimilarityModel: uid=%s, algorithm=%s, rounds=%d, dimension=%d, nonZeros=%d",
        uid(),
        header.getAlgorithm(),
        header.getRounds(),
        header.getQueryDimension(),
        nonZeros);
  }

  /** The number of entries of M that are not zero; for an encoder, of the rows it has learnt. */
  public long nonZeros() {
    return nonZeros;
  }

  /** The share of M's entries that are zero; for an encoder, of W's that were not learnt. */
  public double sparsity() {
    double columns = isEncoder() ? header.getEncodingLength() : header.getItemDimension();
    double cells = header.getQueryDimension() * columns;
    return cells == 0 ? 0 : 1 - nonZeros / cells;
  }

  Normalization normalization() {
    return Normalization.restore(header.getNormalization(), header.getFeatureWeights());
  }

  @Override
  public SorsSimilarityModel copy(ParamMap extra) {
    SorsSimilarityModel copy =
        new SorsSimilarityModel(uid(), session, rows, header, nonZeros, progress, table);
    copy.items = items;
    copy.cached = cached;
    copy.summary = summary;
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    if (getOutput().equals(SCORE)) {
      FeatureColumns.of(schema, getItemCol(), "", false);
    }
    return withOutput(schema, this);
  }

  private ShippedNormalization shippedNormalization() {
    return new ShippedNormalization(header.getNormalization(), header.getFeatureWeights());
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema());
    boolean lenient = !getHandleInvalid().equals(ERROR);
    FeatureColumns features =
        FeatureColumns.of(dataset.schema(), getFeaturesCol(), getIndicesCol(), lenient);
    boolean scores = getOutput().equals(SCORE);
    boolean plain =
        features.isVector()
            && (!scores || FeatureColumns.of(schema, getItemCol(), "", false).isVector());
    return plain && !lenient ? transformVectors(dataset) : transformConverted(dataset, features);
  }

  /** Transforms with a copy of this model that reads vectors from temporary columns. */
  private Dataset<Row> transformConverted(Dataset<?> dataset, FeatureColumns features) {
    String query = getOutputCol() + "_query";
    String item = getOutputCol() + "_item";
    String valid = getOutputCol() + "_valid";
    boolean lenient = !getHandleInvalid().equals(ERROR);
    SorsSimilarityModel plain =
        copy(new ParamMap())
            .setFeaturesCol(query)
            .setItemCol(item)
            .setIndicesCol("")
            .setHandleInvalid(ERROR);
    Dataset<Row> converted = dataset.toDF().withColumn(query, features.vectors());
    Column isValid = Columns.column(query).isNotNull();
    if (getOutput().equals(SCORE)) {
      converted =
          converted.withColumn(
              item, FeatureColumns.of(dataset.schema(), getItemCol(), "", lenient).vectors());
      isValid = isValid.and(Columns.column(item).isNotNull());
    }
    if (items != null) {
      Dataset<Row> convertedItems =
          items.withColumn(
              query,
              FeatureColumns.of(items.schema(), getFeaturesCol(), getIndicesCol(), lenient)
                  .vectors());
      plain.setItems(
          lenient ? convertedItems.filter(Columns.column(query).isNotNull()) : convertedItems);
    }
    if (getHandleInvalid().equals(KEEP)) {
      UDF1<Vector, Vector> orEmpty = vector -> vector == null ? NO_ENTRIES : vector;
      converted = converted.withColumn(valid, isValid);
      for (String name : getOutput().equals(SCORE) ? List.of(query, item) : List.of(query)) {
        converted =
            converted.withColumn(
                name,
                functions.udf(orEmpty, SQLDataTypes.VectorType()).apply(Columns.column(name)));
      }
    } else if (lenient) {
      converted = converted.filter(isValid);
    }
    Dataset<Row> transformed = plain.transformVectors(converted);
    rankedBlocks = plain.rankedBlocks;
    if (getHandleInvalid().equals(KEEP)) {
      Metadata metadata = transformed.schema().apply(getOutputCol()).metadata();
      transformed =
          transformed.withColumn(
              getOutputCol(),
              functions
                  .when(Columns.column(valid), Columns.column(getOutputCol()))
                  .as(getOutputCol(), metadata));
    }
    return transformed.drop(query, item, valid);
  }

  private Dataset<Row> transformVectors(Dataset<?> dataset) {
    return switch (getOutput()) {
      case SCORE -> scored(dataset);
      case NEIGHBOURS -> withNeighbours(dataset);
      default -> expanded(dataset, getFeaturesCol(), getOutputCol());
    };
  }

  private boolean isSent() {
    return nonZeros <= (Long) getOrDefault(broadcastEntries());
  }

  private Broadcast<RowTable> table() {
    return table.get(
        new JavaSparkContext(session.sparkContext()),
        () ->
            isEncoder()
                ? new EncoderTable(header, rows.collectAsList())
                : new ExpansionTable(header, rows.collectAsList()));
  }

  /** Adds the expansion Mᵀx, or the encoding e(x), of the vectors in a column. */
  private Dataset<Row> expanded(Dataset<?> dataset, String source, String target) {
    ShippedNormalization normalization = shippedNormalization();
    Metadata metadata = metadata();
    if (isSent()) {
      Broadcast<RowTable> sent = table();
      UDF1<Vector, Vector> expand = vector -> sent.value().expand(normalization.apply(vector));
      Column column =
          functions.udf(expand, SQLDataTypes.VectorType()).apply(Columns.column(source));
      return dataset.withColumn(target, column.as(target, metadata));
    }
    Dataset<Row> joined =
        JoinedExpansion.expand(dataset.toDF(), source, target, normalization, header, rows);
    return joined.withColumn(target, Columns.column(target).as(target, metadata));
  }

  /** What an evaluator has to know about expansions. */
  private Metadata metadata() {
    MetadataBuilder builder =
        new MetadataBuilder()
            .putString(NORMALIZATION_KEY, header.getNormalization())
            .putBoolean(ENCODING_KEY, isEncoder());
    float[] weights = header.getFeatureWeights();
    if (weights.length > 0) {
      double[] kept = new double[weights.length];
      Arrays.setAll(kept, j -> weights[j]);
      builder.putDoubleArray(WEIGHTS_KEY, kept);
    }
    return builder.build();
  }

  private Dataset<Row> scored(Dataset<?> dataset) {
    ShippedNormalization normalization = shippedNormalization();
    if (isSent()) {
      Broadcast<RowTable> sent = table();
      UDF2<Vector, Vector, Double> score =
          (query, item) ->
              sent.value().score(normalization.apply(query), normalization.apply(item));
      return dataset.withColumn(
          getOutputCol(),
          functions
              .udf(score, DataTypes.DoubleType)
              .apply(Columns.column(getFeaturesCol()), Columns.column(getItemCol())));
    }
    String ofQuery = getOutputCol() + "_expansion";
    String ofItem = isEncoder() ? getOutputCol() + "_encodedItem" : getItemCol();
    Dataset<Row> expanded = expanded(dataset, getFeaturesCol(), ofQuery);
    UDF2<Vector, Vector, Double> product;
    if (isEncoder()) {
      expanded = expanded(expanded, getItemCol(), ofItem);
      product = Vector::dot;
    } else {
      product =
          (weights, item) ->
              BulkRanking.expansion(weights.toSparse()).score(normalization.apply(item));
    }
    return expanded
        .withColumn(
            getOutputCol(),
            functions
                .udf(product, DataTypes.DoubleType)
                .apply(Columns.column(ofQuery), Columns.column(ofItem)))
        .drop(ofQuery, getOutputCol() + "_encodedItem");
  }

  private Dataset<Row> withNeighbours(Dataset<?> dataset) {
    if (items == null) {
      throw new InvalidInputException("output neighbours needs items: set them with setItems");
    }
    String temporary = getOutputCol() + "_expansion";
    Dataset<Row> expanded = expanded(dataset, getFeaturesCol(), temporary);
    int column = expanded.schema().fieldIndex(temporary);
    JavaPairRDD<Long, Row> numbered = expanded.javaRDD().zipWithIndex().mapToPair(Tuple2::swap);
    int best = (Integer) getOrDefault(k());
    JavaRDD<BulkRanking.Item[]> blocks = BulkRanking.cachedBlocks(rankedItems());
    rankedBlocks = blocks;
    JavaRDD<Tuple2<Long, List<Row>>> nearest =
        BulkRanking.rank(
            numbered.map(row -> new BulkRanking.Query(row._1(), "", row._2().getAs(column))),
            blocks,
            64L * best,
            query -> new BulkRanking.Nearest(query, best));
    JavaRDD<Row> joined =
        numbered
            .join(nearest.mapToPair(pair -> pair))
            .map(
                pair -> {
                  Row row = pair._2()._1();
                  Object[] values = new Object[row.size()];
                  for (int c = 0; c < values.length; c++) {
                    values[c] = c == column ? pair._2()._2().toArray() : row.get(c);
                  }
                  return RowFactory.create(values);
                });
    StructType schema = transformSchema(dataset.schema());
    return session.createDataFrame(joined, schema);
  }

  private JavaRDD<BulkRanking.Item> rankedItems() {
    Columns.requireVector(items.schema(), getFeaturesCol());
    ShippedNormalization normalization = shippedNormalization();
    String id = getOrDefault(idCol());
    boolean encoded = isEncoder();
    String vector = encoded ? getOutputCol() + "_encoding" : getFeaturesCol();
    Dataset<Row> prepared = encoded ? expanded(items, getFeaturesCol(), vector) : items;
    Dataset<Row> selected =
        id.isEmpty()
            ? prepared.select(Columns.column(vector))
            : prepared.select(Columns.column(vector), Columns.column(id).cast("string"));
    return selected
        .javaRDD()
        .zipWithIndex()
        .map(
            row ->
                new BulkRanking.Item(
                    row._2(),
                    id.isEmpty() ? Long.toString(row._2()) : row._1().getString(1),
                    "",
                    encoded
                        ? SparkVectors.toSparse(row._1().getAs(0))
                        : normalization.apply(row._1().getAs(0))));
  }

  /** Sets the items to search for neighbours, with their vectors in {@code featuresCol}. */
  public SorsSimilarityModel setItems(Dataset<Row> newItems) {
    items = newItems;
    return this;
  }

  /** The items to search, or null. */
  Dataset<Row> items() {
    return items;
  }

  SparkSession session() {
    return session;
  }

  @Override
  public MLWriter write() {
    return new SavedModel.Writer(this);
  }

  /** The reader for Spark. */
  public static MLReader<SorsSimilarityModel> read() {
    return new SavedModel.Reader();
  }

  /** Reads what {@link #write} wrote. */
  public static SorsSimilarityModel load(String path) {
    return read().load(path);
  }
}
