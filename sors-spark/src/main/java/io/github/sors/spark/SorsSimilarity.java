package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.Learners;
import io.github.sors.option.AlgorithmDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * Learns a similarity from rows with labels or from triplets: the learners of {@code sors-core} as
 * an estimator of Spark ML. It is an encoder, or a sparse bilinear similarity xᵀMy.
 *
 * <p>Input is a column of vectors with a column of labels, from which triplets are drawn; or, if
 * {@code anchorCol}, {@code positiveCol} and {@code negativeCol} are set, one triplet per row, of
 * vectors or of ids of the rows given by {@link #setRows}. An encoder is learnt data-parallel:
 * every partition learns from its share of the triplets, and after every slice the changed rows are
 * mixed. A matrix M is learnt model-parallel: every partition has some of its rows. With one
 * partition, both give the model of the local learner.
 */
public final class SorsSimilarity extends Estimator<SorsSimilarityModel>
    implements DefaultParamsWritable, SimilarityColumns {

  private static final long serialVersionUID = 1;

  /** The strategy of the algorithm: data-parallel for an encoder, model-parallel for M. */
  public static final String AUTO = "auto";

  /** Every partition learns its own copy of an encoder, and the copies are mixed. */
  public static final String DATA_PARALLEL = "data-parallel";

  /** Every partition has some rows of M. */
  public static final String MODEL_PARALLEL = "model-parallel";

  /** The changes of all partitions are added, as long as one learner would have made them. */
  public static final String SCALED = "scaled";

  /** The changes of all partitions are added. */
  public static final String SUM = "sum";

  /** A row is averaged over the partitions that have changed it. */
  public static final String MEAN = "mean";

  private static final String ENCODER = EncoderLearner.DESCRIPTOR.label();
  private static final int SLICES_OF_ENCODER = 8;

  private final String uid;
  private final Param<String> featuresCol;
  private final Param<String> indicesCol;
  private final Param<String> handleInvalid;
  private final Param<String> validationIndicatorCol;
  private final Param<String> labelCol;
  private final Param<String> idCol;
  private final Param<String> anchorCol;
  private final Param<String> positiveCol;
  private final Param<String> negativeCol;
  private final Param<String> itemCol;
  private final Param<String> outputCol;
  private final Param<String> output;
  private final Param<String> algorithm;
  private final LearnerParams learner;
  private final Param<String> normalize;
  private final LongParam iterations;
  private final LongParam seed;
  private final Param<String> strategy;
  private final Param<String> mixing;
  private final IntParam slices;
  private final IntParam partitions;
  private final IntParam batchSize;
  private final Param<String> checkpointDir;
  private final IntParam checkpointInterval;

  private transient Dataset<Row> rows;
  private transient SliceListener listener;

  public SorsSimilarity() {
    this(Identifiable$.MODULE$.randomUID("sorsSimilarity"));
  }

  /** Creates an estimator with a uid, for readers. */
  public SorsSimilarity(String uid) {
    this.uid = uid;
    featuresCol = text("featuresCol", "vectors of the rows", "features");
    indicesCol =
        text("indicesCol", "indices of the vectors, if featuresCol has their values alone", "");
    handleInvalid = SimilarityColumns.handleInvalidParam(this);
    setDefault(handleInvalid, ERROR);
    validationIndicatorCol =
        text(
            "validationIndicatorCol",
            "whether a row is for validation: its MAP is measured after every slice, and it is not"
                + " learnt",
            "");
    labelCol = text("labelCol", "class of the rows", "label");
    idCol =
        text("idCol", "id of the rows: orders them, and identifies them in triplets of ids", "");
    anchorCol = text("anchorCol", "anchor of a triplet, vector or id; set for triplets", "");
    positiveCol = text("positiveCol", "item that is closer to the anchor", "positive");
    negativeCol = text("negativeCol", "item that is farther from the anchor", "negative");
    itemCol = text("itemCol", "vectors that the model scores for those in featuresCol", "item");
    outputCol = text("outputCol", "output column of the model", "similarity");
    output = SorsSimilarityModel.outputParam(this);
    setDefault(output, SorsSimilarityModel.EXPANSION);
    algorithm = text("algorithm", Learners.options().labels(), ENCODER, Learners::descriptor);
    normalize =
        text("normalize", "steps such as l2 or log,l2, or none", "l2", Normalization::parse);
    strategy =
        choice(
            "strategy",
            "how to distribute the work; data-parallel is for encoders, model-parallel for M",
            AUTO,
            DATA_PARALLEL,
            MODEL_PARALLEL);
    mixing =
        choice("mixing", "encoder: how to mix the changes of the partitions", SCALED, SUM, MEAN);
    checkpointDir = text("checkpointDir", "shared folder for checkpoints, or empty", "");
    slices =
        count(
            "slices",
            "number of slices of the rounds; 8 for an encoder with several partitions if not set",
            1);
    partitions = count("partitions", "number of partitions that learn at the same time", 1);
    batchSize =
        count("batchSize", "model-parallel: rounds that are scored before they are learnt", 1024);
    checkpointInterval = count("checkpointInterval", "slices between two checkpoints", 1);
    iterations =
        new LongParam(
            this,
            "iterations",
            "number of rounds; at most the number of given triplets",
            CheckedValue.atLeast("iterations", 0));
    setDefault(iterations, 100_000L);
    seed = new LongParam(this, "seed", "seed of the drawn triplets");
    setDefault(seed, 1L);
    learner = new LearnerParams(this, seed);
    learner.defaults().forEach(this::setDefaultOf);
  }

  @SuppressWarnings("unchecked") // the default of a param is of its type
  private void setDefaultOf(Param<?> param, Object value) {
    setDefault((Param<Object>) param, value);
  }

  private Param<String> text(String name, String doc, String value) {
    Param<String> param = new Param<>(this, name, doc);
    setDefault(param, value);
    return param;
  }

  private Param<String> text(
      String name, String doc, String value, CheckedValue.Check<String> check) {
    Param<String> param = new Param<>(this, name, doc, new CheckedValue<>(check));
    setDefault(param, value);
    return param;
  }

  /** One of some texts, the first by default. */
  private Param<String> choice(String name, String doc, String... texts) {
    Param<String> param =
        new Param<>(
            this, name, String.join(" or ", texts) + ": " + doc, CheckedValue.oneOf(name, texts));
    setDefault(param, texts[0]);
    return param;
  }

  private IntParam count(String name, String doc, int value) {
    IntParam param = new IntParam(this, name, doc, CheckedValue.atLeast(name, 1));
    setDefault(param, value);
    return param;
  }

  /** Reads what {@link #write} wrote. */
  public static SorsSimilarity load(String path) {
    return read().load(path);
  }

  /** The reader for Spark. */
  public static MLReader<SorsSimilarity> read() {
    return new DefaultParamsReader<>();
  }

  @Override
  public String uid() {
    return uid;
  }

  /** All params: those with methods, which Spark finds, and the other options of the algorithms. */
  @Override
  public Param<?>[] params() {
    Map<String, Param<?>> params = new TreeMap<>();
    for (Param<?> param : super.params()) {
      params.put(param.name(), param);
    }
    learner.all().forEach(param -> params.put(param.name(), param));
    return params.values().toArray(Param<?>[]::new);
  }

  /** Whether there is such a param; {@code lambda} is the former name of {@code regParam}. */
  @Override
  public boolean hasParam(String name) {
    return super.hasParam(LearnerParams.paramName(name));
  }

  /** A param by its name; {@code lambda} is the former name of {@code regParam}. */
  @Override
  public Param<Object> getParam(String name) {
    return super.getParam(LearnerParams.paramName(name));
  }

  /**
   * Sets any param by name; needed for params without a method.
   *
   * @param text the value as text
   * @throws InvalidInputException if there is no such param, or it cannot have the value
   */
  public SorsSimilarity setByName(String name, String text) {
    EstimatorParams.set(this, name, text);
    return this;
  }

  @Override
  public SorsSimilarity copy(ParamMap extra) {
    SorsSimilarity copy = defaultCopy(extra);
    copy.rows = rows;
    copy.listener = listener;
    return copy;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "SorsSimilarity: uid=%s, algorithm=%s, strategy=%s, iterations=%d, partitions=%d, slices=%d",
        uid,
        textOf(algorithm),
        textOf(strategy),
        getLong(iterations),
        getInt(partitions),
        getInt(slices));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    if (hasTriplets()) {
      Columns.requireOneOf(schema, textOf(anchorCol), textOf(positiveCol), textOf(negativeCol));
      return schema;
    }
    FeatureColumns.of(schema, textOf(featuresCol), textOf(indicesCol), false);
    Columns.require(schema, textOf(labelCol));
    return Columns.output(schema, this);
  }

  @Override
  public SorsSimilarityModel fit(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    Optional<ValidationRows> validation = validation(dataset);
    Dataset<?> training =
        validation.isEmpty()
            ? dataset
            : dataset.filter(functions.not(Columns.column(textOf(validationIndicatorCol))));
    try {
      Prepared prepared = prepared(training);
      try {
        return learnt(dataset.sparkSession(), prepared.summary(), prepared.feed(), validation);
      } finally {
        prepared.feed().release();
      }
    } finally {
      validation.ifPresent(ValidationRows::close);
    }
  }

  /** An input after one pass, and its triplets. */
  private record Prepared(InputSummary summary, TripletFeed feed) {}

  private Prepared prepared(Dataset<?> training) {
    ShippedNormalization normalization =
        new ShippedNormalization(normalization().toString(), new float[0]);
    // cached until the feed has what it needs
    try (CachedInput cache = new CachedInput()) {
      if (hasTriplets()) {
        return triplets(training, normalization, cache);
      }
      Dataset<Row> input = labelled(training, cache);
      InputSummary summary = InputSummary.of(input);
      return new Prepared(summary, new DrawnTriplets(ordered(input), normalization, getLong(seed)));
    }
  }

  private SorsSimilarityModel learnt(
      SparkSession session,
      InputSummary summary,
      TripletFeed feed,
      Optional<ValidationRows> validation) {
    TrainingPlan plan = plan(summary.dimension());
    return isEncoder()
        ? train(new EncoderTraining(plan, mixingRule()), session, plan, summary, feed, validation)
        : train(new ModelParallelTraining(plan), session, plan, summary, feed, validation);
  }

  private Optional<ValidationRows> validation(Dataset<?> dataset) {
    String indicator = textOf(validationIndicatorCol);
    if (indicator.isEmpty()) {
      return Optional.empty();
    }
    if (hasTriplets()) {
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
                        features(dataset.schema()).as(textOf(featuresCol)),
                        Columns.column(textOf(labelCol)))),
            new SimilarityEvaluator()
                .setFeaturesCol(textOf(featuresCol))
                .setLabelCol(textOf(labelCol))));
  }

  private <S extends TrainingState> SorsSimilarityModel train(
      TrainingStrategy<S> strategyOfPlan,
      SparkSession session,
      TrainingPlan plan,
      InputSummary summary,
      TripletFeed feed,
      Optional<ValidationRows> validation) {
    long rounds = Math.min(feed.size(), getLong(iterations));
    Trainer<S> trainer =
        new Trainer<>(
            strategyOfPlan,
            rounds,
            sliceCount(),
            checkpoint(strategyOfPlan, session, plan, rounds, summary),
            getInt(checkpointInterval));
    TrainingSummary.Builder slicesSoFar = new TrainingSummary.Builder();
    S learnt =
        trainer.train(
            feed.context(),
            feed,
            (slice, state) -> {
              OptionalDouble measured = OptionalDouble.empty();
              if (listener != null || validation.isPresent()) {
                SorsSimilarityModel reached = model(session, plan, strategyOfPlan, state);
                if (validation.isPresent()) {
                  measured = OptionalDouble.of(validation.get().map(reached));
                }
                if (listener != null) {
                  listener.afterSlice(slice, reached);
                }
                reached.releaseSent();
              }
              slicesSoFar.add(slice, state.progress(), measured);
            });
    return model(session, plan, strategyOfPlan, learnt).setSummary(slicesSoFar.build());
  }

  private boolean isEncoder() {
    return textOf(algorithm).equals(ENCODER);
  }

  private int sliceCount() {
    return isEncoder() && getInt(partitions) > 1 && !isSet(slices)
        ? SLICES_OF_ENCODER
        : getInt(slices);
  }

  private EncoderMixing.Rule mixingRule() {
    return EncoderMixing.Rule.valueOf(textOf(mixing).toUpperCase(Locale.ROOT));
  }

  private <S extends TrainingState> SorsSimilarityModel model(
      SparkSession session, TrainingPlan plan, TrainingStrategy<S> strategyOfPlan, S state) {
    ModelHeader header = new ModelHeader();
    int dimension = Integer.parseInt(plan.options().get("queryDimension"));
    header.setQueryDimension(dimension);
    header.setItemDimension(dimension);
    header.setUntouchedDiagonal(state.untouchedDiagonal());
    header.setNormalization(normalization().toString());
    header.setFeatureWeights(new float[0]);
    header.setQueryFeatures(java.util.List.of());
    header.setItemFeatures(java.util.List.of());
    header.setAlgorithm(plan.algorithm());
    header.setOptions(plan.allOptions());
    header.setRounds(state.progress().rounds());
    header.setVersion(io.github.sors.Provenance.softwareVersion());
    header.setTraining(training());
    if (isEncoder()) {
      header.setEncodingLength(Integer.valueOf(header.getOptions().get("k")));
      header.setEncoderSeed(Long.valueOf(header.getOptions().get("seed")));
    }
    SorsSimilarityModel model =
        SorsSimilarityModel.of(session, uid, header, strategyOfPlan.modelRows(state), state);
    return copyValues(model.setParent(this), new ParamMap());
  }

  private Map<String, String> training() {
    Map<String, String> training = new TreeMap<>();
    training.put("seed", Long.toString(getLong(seed)));
    training.put("spark", isEncoder() ? DATA_PARALLEL : MODEL_PARALLEL);
    training.put("partitions", Integer.toString(getInt(partitions)));
    training.put("slices", Integer.toString(sliceCount()));
    if (isEncoder()) {
      training.put("mixing", textOf(mixing));
    } else {
      training.put("batchSize", Integer.toString(getInt(batchSize)));
    }
    return training;
  }

  private TrainingPlan plan(int dimension) {
    requireStrategy();
    Map<String, String> options = learner.given(this);
    AlgorithmDescriptor<?> descriptor = Learners.descriptor(textOf(algorithm));
    // params of other algorithms
    options.keySet().removeIf(name -> !descriptor.knows(name));
    options.put("queryDimension", Integer.toString(dimension));
    options.put("itemDimension", Integer.toString(dimension));
    TrainingPlan plan =
        new TrainingPlan(textOf(algorithm), options, getInt(partitions), getInt(batchSize));
    try {
      // fail here instead of in a task
      if (Learners.create(textOf(algorithm), options) instanceof EncoderLearner encoder) {
        EncoderTraining.requireSupported(encoder.settings());
      } else {
        plan.newPart();
      }
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e.getMessage(), e);
    }
    return plan;
  }

  private void requireStrategy() {
    String only = isEncoder() ? DATA_PARALLEL : MODEL_PARALLEL;
    if (!textOf(strategy).equals(AUTO) && !textOf(strategy).equals(only)) {
      throw new InvalidInputException(
          "strategy: "
              + textOf(algorithm)
              + " is learnt "
              + only
              + ", found '"
              + textOf(strategy)
              + "': leave strategy out, or learn "
              + (isEncoder() ? "a matrix, such as adasors-2" : "an encoder"));
    }
  }

  private <S extends TrainingState> Optional<TrainingCheckpoint<S>> checkpoint(
      TrainingStrategy<S> strategyOfPlan,
      SparkSession session,
      TrainingPlan plan,
      long rounds,
      InputSummary input) {
    if (textOf(checkpointDir).isEmpty()) {
      return Optional.empty();
    }
    String settings =
        String.format(
            Locale.ROOT,
            "%s %s, %d rounds in %d slices, %s, normalised %s, %s of %d rows with hash %016x",
            plan.algorithm(),
            plan.allOptions(),
            rounds,
            sliceCount(),
            training(),
            normalization(),
            hasTriplets() ? "triplets" : "labels",
            input.rows(),
            input.fingerprint());
    return Optional.of(
        new TrainingCheckpoint<>(session, strategyOfPlan, textOf(checkpointDir), settings));
  }

  private Normalization normalization() {
    try {
      Normalization parsed = Normalization.parse(textOf(normalize));
      if (parsed.needsFitting()) {
        throw new InvalidInputException(
            "normalize "
                + textOf(normalize)
                + " has to be fitted: put Spark's IDF before this stage and leave tf-idf out");
      }
      return parsed;
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("normalize: " + e.getMessage(), e);
    }
  }

  private boolean hasTriplets() {
    return !textOf(anchorCol).isEmpty();
  }

  private boolean isLenient() {
    return !getHandleInvalid().equals(ERROR);
  }

  private Column features(StructType schema) {
    return FeatureColumns.of(schema, textOf(featuresCol), textOf(indicesCol), isLenient())
        .vectors();
  }

  /** The rows without those that have a null, unless these are an error. */
  private Dataset<Row> valid(Dataset<Row> selected) {
    return isLenient() ? selected.na().drop() : selected;
  }

  /** Features, labels and, if there are any, ids. */
  private Dataset<Row> labelled(Dataset<?> dataset, CachedInput cache) {
    List<Column> columns = new ArrayList<>();
    columns.add(features(dataset.schema()).as(textOf(featuresCol)));
    columns.add(Columns.column(textOf(labelCol)));
    if (!textOf(idCol).isEmpty()) {
      columns.add(Columns.column(textOf(idCol)));
    }
    return cache.of(dataset, valid(dataset.toDF().select(columns.toArray(Column[]::new))));
  }

  /** Features and labels, in the order of the ids. */
  private Dataset<Row> ordered(Dataset<Row> labelled) {
    Dataset<Row> ordered =
        textOf(idCol).isEmpty() ? labelled : labelled.orderBy(Columns.column(textOf(idCol)));
    return ordered.select(Columns.column(textOf(featuresCol)), Columns.column(textOf(labelCol)));
  }

  private Prepared triplets(
      Dataset<?> dataset, ShippedNormalization normalization, CachedInput cache) {
    List<String> names = List.of(textOf(anchorCol), textOf(positiveCol), textOf(negativeCol));
    boolean ofVectors =
        FeatureColumns.canBeVectors(
            Columns.require(dataset.schema(), textOf(anchorCol)).dataType());
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
    if (rows == null || textOf(idCol).isEmpty()) {
      throw new InvalidInputException(
          "triplets of ids need rows: set the rows with setRows, and their id column with"
              + " setIdCol");
    }
    Columns.require(rows.schema(), textOf(idCol));
    Dataset<Row> vectors =
        cache.of(
            rows,
            valid(
                rows.select(
                    Columns.column(textOf(idCol)),
                    features(rows.schema()).as(textOf(featuresCol)))));
    InputSummary ofRows = InputSummary.of(vectors);
    if (SentRows.areFew(dataset.sparkSession(), ofRows.vectorBytes())) {
      TripletFeed feed = new NamedTriplets(given, vectors, normalization);
      return new Prepared(InputSummary.of(given).naming(ofRows), feed);
    }
    Dataset<Row> resolved = cache.of(null, TripletIds.resolve(given, vectors));
    return new Prepared(InputSummary.of(resolved), new GivenTriplets(resolved, normalization));
  }

  private String textOf(Param<String> param) {
    return getOrDefault(param);
  }

  private int getInt(IntParam param) {
    return (Integer) getOrDefault(param);
  }

  private long getLong(LongParam param) {
    return (Long) getOrDefault(param);
  }

  private double getDouble(DoubleParam param) {
    return (Double) getOrDefault(param);
  }

  private SorsSimilarity with(Param<String> param, String value) {
    set(param, value);
    return this;
  }

  private SorsSimilarity with(IntParam param, int value) {
    set(param, value);
    return this;
  }

  private SorsSimilarity with(DoubleParam param, double value) {
    set(param, value);
    return this;
  }

  /** The rows for triplets of ids, with the columns {@code idCol} and {@code featuresCol}. */
  public SorsSimilarity setRows(Dataset<Row> newRows) {
    rows = newRows;
    return this;
  }

  /** Sets a listener that is called after every slice. */
  public SorsSimilarity setSliceListener(SliceListener newListener) {
    listener = newListener;
    return this;
  }

  @Override
  public Param<String> featuresCol() {
    return featuresCol;
  }

  public SorsSimilarity setFeaturesCol(String value) {
    return with(featuresCol, value);
  }

  @Override
  public Param<String> indicesCol() {
    return indicesCol;
  }

  public SorsSimilarity setIndicesCol(String value) {
    return with(indicesCol, value);
  }

  @Override
  public Param<String> handleInvalid() {
    return handleInvalid;
  }

  public SorsSimilarity setHandleInvalid(String value) {
    return with(handleInvalid, value);
  }

  public Param<String> validationIndicatorCol() {
    return validationIndicatorCol;
  }

  public String getValidationIndicatorCol() {
    return textOf(validationIndicatorCol);
  }

  public SorsSimilarity setValidationIndicatorCol(String value) {
    return with(validationIndicatorCol, value);
  }

  public Param<String> labelCol() {
    return labelCol;
  }

  public String getLabelCol() {
    return textOf(labelCol);
  }

  public SorsSimilarity setLabelCol(String value) {
    return with(labelCol, value);
  }

  public Param<String> idCol() {
    return idCol;
  }

  public String getIdCol() {
    return textOf(idCol);
  }

  public SorsSimilarity setIdCol(String value) {
    return with(idCol, value);
  }

  public Param<String> anchorCol() {
    return anchorCol;
  }

  public String getAnchorCol() {
    return textOf(anchorCol);
  }

  public SorsSimilarity setAnchorCol(String value) {
    return with(anchorCol, value);
  }

  public Param<String> positiveCol() {
    return positiveCol;
  }

  public String getPositiveCol() {
    return textOf(positiveCol);
  }

  public SorsSimilarity setPositiveCol(String value) {
    return with(positiveCol, value);
  }

  public Param<String> negativeCol() {
    return negativeCol;
  }

  public String getNegativeCol() {
    return textOf(negativeCol);
  }

  public SorsSimilarity setNegativeCol(String value) {
    return with(negativeCol, value);
  }

  @Override
  public Param<String> itemCol() {
    return itemCol;
  }

  public SorsSimilarity setItemCol(String value) {
    return with(itemCol, value);
  }

  @Override
  public Param<String> outputCol() {
    return outputCol;
  }

  public SorsSimilarity setOutputCol(String value) {
    return with(outputCol, value);
  }

  @Override
  public Param<String> output() {
    return output;
  }

  public SorsSimilarity setOutput(String value) {
    return with(output, value);
  }

  public Param<String> algorithm() {
    return algorithm;
  }

  public String getAlgorithm() {
    return textOf(algorithm);
  }

  public SorsSimilarity setAlgorithm(String value) {
    return with(algorithm, value);
  }

  public Param<String> eta() {
    return learner.text("eta");
  }

  public String getEta() {
    return textOf(eta());
  }

  public SorsSimilarity setEta(String value) {
    return with(eta(), value);
  }

  public Param<String> covariance() {
    return learner.text("covariance");
  }

  public String getCovariance() {
    return textOf(covariance());
  }

  public SorsSimilarity setCovariance(String value) {
    return with(covariance(), value);
  }

  public Param<String> init() {
    return learner.text("init");
  }

  public String getInit() {
    return textOf(init());
  }

  public SorsSimilarity setInit(String value) {
    return with(init(), value);
  }

  public Param<String> normalize() {
    return normalize;
  }

  public String getNormalize() {
    return textOf(normalize);
  }

  public SorsSimilarity setNormalize(String value) {
    return with(normalize, value);
  }

  public Param<String> mixing() {
    return mixing;
  }

  public String getMixing() {
    return textOf(mixing);
  }

  public SorsSimilarity setMixing(String value) {
    return with(mixing, value);
  }

  public Param<String> strategy() {
    return strategy;
  }

  public String getStrategy() {
    return textOf(strategy);
  }

  public SorsSimilarity setStrategy(String value) {
    return with(strategy, value);
  }

  public Param<String> checkpointDir() {
    return checkpointDir;
  }

  public String getCheckpointDir() {
    return textOf(checkpointDir);
  }

  public SorsSimilarity setCheckpointDir(String value) {
    return with(checkpointDir, value);
  }

  public LongParam encodingLength() {
    return learner.whole("k");
  }

  public long getEncodingLength() {
    return getLong(encodingLength());
  }

  public SorsSimilarity setEncodingLength(long value) {
    set(encodingLength(), value);
    return this;
  }

  public DoubleParam tau() {
    return learner.real("tau");
  }

  public double getTau() {
    return getDouble(tau());
  }

  public SorsSimilarity setTau(double value) {
    return with(tau(), value);
  }

  public DoubleParam regParam() {
    return learner.real("lambda");
  }

  public double getRegParam() {
    return getDouble(regParam());
  }

  public SorsSimilarity setRegParam(double value) {
    return with(regParam(), value);
  }

  /** The same param as {@link #regParam}, under the name of the option of {@code sors train}. */
  public DoubleParam lambda() {
    return regParam();
  }

  public double getLambda() {
    return getRegParam();
  }

  public SorsSimilarity setLambda(double value) {
    return setRegParam(value);
  }

  public DoubleParam delta() {
    return learner.real("delta");
  }

  public double getDelta() {
    return getDouble(delta());
  }

  public SorsSimilarity setDelta(double value) {
    return with(delta(), value);
  }

  public DoubleParam c() {
    return learner.real("c");
  }

  public double getC() {
    return getDouble(c());
  }

  public SorsSimilarity setC(double value) {
    return with(c(), value);
  }

  public DoubleParam r() {
    return learner.real("r");
  }

  public double getR() {
    return getDouble(r());
  }

  public SorsSimilarity setR(double value) {
    return with(r(), value);
  }

  public DoubleParam margin() {
    return learner.real("margin");
  }

  public double getMargin() {
    return getDouble(margin());
  }

  public SorsSimilarity setMargin(double value) {
    return with(margin(), value);
  }

  public IntParam slices() {
    return slices;
  }

  public int getSlices() {
    return getInt(slices);
  }

  public SorsSimilarity setSlices(int value) {
    return with(slices, value);
  }

  public IntParam partitions() {
    return partitions;
  }

  public int getPartitions() {
    return getInt(partitions);
  }

  public SorsSimilarity setPartitions(int value) {
    return with(partitions, value);
  }

  public IntParam batchSize() {
    return batchSize;
  }

  public int getBatchSize() {
    return getInt(batchSize);
  }

  public SorsSimilarity setBatchSize(int value) {
    return with(batchSize, value);
  }

  public IntParam checkpointInterval() {
    return checkpointInterval;
  }

  public int getCheckpointInterval() {
    return getInt(checkpointInterval);
  }

  public SorsSimilarity setCheckpointInterval(int value) {
    return with(checkpointInterval, value);
  }

  public LongParam iterations() {
    return iterations;
  }

  public long getIterations() {
    return getLong(iterations);
  }

  public SorsSimilarity setIterations(long value) {
    set(iterations, value);
    return this;
  }

  public LongParam seed() {
    return seed;
  }

  public long getSeed() {
    return getLong(seed);
  }

  public SorsSimilarity setSeed(long value) {
    set(seed, value);
    return this;
  }
}
