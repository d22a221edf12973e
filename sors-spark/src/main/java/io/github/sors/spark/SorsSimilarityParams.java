package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.Learners;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;

/** The params of {@link SorsSimilarity}: their names, defaults and checks, and their methods. */
abstract class SorsSimilarityParams extends Estimator<SorsSimilarityModel>
    implements SimilarityColumns {

  private static final long serialVersionUID = 1;

  /** The name of the algorithm that learns an encoder. */
  static final String ENCODER = EncoderLearner.DESCRIPTOR.label();

  private final String uid;
  private final Param<String> featuresCol;
  private final Param<String> indicesCol;
  private final Param<String> handleInvalid;
  private final Param<String> validationIndicatorCol;
  private final Param<String> labelCol;
  private final Param<String> idCol;
  private final Param<String> queryCol;
  private final Param<String> positiveCol;
  private final Param<String> negativeCol;
  private final Param<String> weightCol;
  private final Param<String> groupCol;
  private final Param<String> itemCol;
  private final Param<String> outputCol;
  private final Param<String> output;
  private final Param<String> algorithm;
  private final LearnerParams learner;
  private final Param<String> normalize;
  private final LongParam rounds;
  private final LongParam seed;
  private final Param<String> strategy;
  private final Param<String> mixing;
  private final IntParam slices;
  private final IntParam partitions;
  private final IntParam batchSize;
  private final Param<String> checkpointDir;
  private final IntParam checkpointInterval;

  SorsSimilarityParams(String uid) {
    this.uid = uid;
    featuresCol = text("featuresCol", "vectors of the items, and of the queries", "features");
    indicesCol =
        text("indicesCol", "indices of the vectors, if featuresCol has their values alone", "");
    handleInvalid = SimilarityColumns.handleInvalidParam(this);
    setDefault(handleInvalid, ERROR);
    validationIndicatorCol =
        text(
            "validationIndicatorCol",
            "whether an item is for validation: its MAP is measured after every slice, and it is"
                + " not learnt",
            "");
    labelCol = text("labelCol", "class of the items, the feedback if no other is given", "label");
    idCol =
        text(
            "idCol",
            "id of the items, of the queries, and of the items of groups; orders items",
            "");
    queryCol =
        text("queryCol", "feedback: id of the query, or of an item that is the query", "query");
    positiveCol =
        text("positiveCol", "feedback: id of the item that is closer to the query", "positive");
    negativeCol =
        text("negativeCol", "feedback: id of the item that is farther from the query", "negative");
    weightCol = text("weightCol", "feedback: weight of the triplet; 1 if empty", "");
    groupCol =
        text(
            "groupCol",
            "feedback: group of an item, such as a session; if set, feedback are groups",
            "");
    itemCol = text("itemCol", "vectors that the model scores for those in featuresCol", "item");
    outputCol = text("outputCol", "output column of the model", "similarity");
    output = SorsSimilarityModelParams.outputParam(this);
    setDefault(output, SorsSimilarityModel.EXPANSION);
    algorithm = text("algorithm", Learners.options().labels(), ENCODER, Learners::descriptor);
    normalize =
        text("normalize", "steps such as l2 or log,l2, or none", "l2", Normalization::parse);
    strategy =
        choice(
            "strategy",
            "how to distribute the work; data-parallel is for encoders, model-parallel for M",
            SorsSimilarity.AUTO,
            SorsSimilarity.DATA_PARALLEL,
            SorsSimilarity.MODEL_PARALLEL);
    mixing =
        choice(
            "mixing",
            "encoder: how to mix the changes of the partitions",
            SorsSimilarity.SCALED,
            SorsSimilarity.SUM,
            SorsSimilarity.MEAN);
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
    rounds =
        new LongParam(
            this,
            "rounds",
            "number of rounds; if not set, all triplets that are given, or as many that are drawn",
            CheckedValue.atLeast("rounds", 0));
    setDefault(rounds, 100_000L);
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
    EstimatorParams.set(self(), name, text);
    return self();
  }

  private SorsSimilarity self() {
    return (SorsSimilarity) this;
  }

  /** Whether feedback are groups, and not triplets. */
  boolean hasGroups() {
    return !getGroupCol().isEmpty();
  }

  /**
   * The normalisation of the vectors.
   *
   * @throws InvalidInputException if it has to be fitted
   */
  Normalization normalization() {
    try {
      Normalization parsed = Normalization.parse(getNormalize());
      if (parsed.needsFitting()) {
        throw new InvalidInputException(
            "normalize "
                + getNormalize()
                + " has to be fitted: put Spark's IDF before this stage and leave tf-idf out");
      }
      return parsed;
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("normalize: " + e.getMessage(), e);
    }
  }

  /** The options of the algorithms among the params. */
  LearnerParams learner() {
    return learner;
  }

  String textOf(Param<String> param) {
    return getOrDefault(param);
  }

  int getInt(IntParam param) {
    return (Integer) getOrDefault(param);
  }

  long getLong(LongParam param) {
    return (Long) getOrDefault(param);
  }

  double getDouble(DoubleParam param) {
    return (Double) getOrDefault(param);
  }

  private SorsSimilarity with(Param<String> param, String value) {
    set(param, value);
    return self();
  }

  private SorsSimilarity with(IntParam param, int value) {
    set(param, value);
    return self();
  }

  private SorsSimilarity with(DoubleParam param, double value) {
    set(param, value);
    return self();
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

  public Param<String> queryCol() {
    return queryCol;
  }

  public String getQueryCol() {
    return textOf(queryCol);
  }

  public SorsSimilarity setQueryCol(String value) {
    return with(queryCol, value);
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

  public Param<String> weightCol() {
    return weightCol;
  }

  public String getWeightCol() {
    return textOf(weightCol);
  }

  public SorsSimilarity setWeightCol(String value) {
    return with(weightCol, value);
  }

  public Param<String> groupCol() {
    return groupCol;
  }

  public String getGroupCol() {
    return textOf(groupCol);
  }

  public SorsSimilarity setGroupCol(String value) {
    return with(groupCol, value);
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
    return self();
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

  public LongParam rounds() {
    return rounds;
  }

  public long getRounds() {
    return getLong(rounds);
  }

  public SorsSimilarity setRounds(long value) {
    set(rounds, value);
    return self();
  }

  public LongParam seed() {
    return seed;
  }

  public long getSeed() {
    return getLong(seed);
  }

  public SorsSimilarity setSeed(long value) {
    set(seed, value);
    return self();
  }
}
