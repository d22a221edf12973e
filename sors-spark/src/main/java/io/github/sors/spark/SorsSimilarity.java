package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.Learners;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.spark.input.Columns;
import io.github.sors.spark.input.FeatureColumns;
import io.github.sors.spark.input.InputSummary;
import io.github.sors.spark.input.TripletFeed;
import io.github.sors.spark.model.ModelHeader;
import io.github.sors.spark.train.EncoderMixing;
import io.github.sors.spark.train.EncoderTraining;
import io.github.sors.spark.train.ModelParallelTraining;
import io.github.sors.spark.train.Trainer;
import io.github.sors.spark.train.TrainingCheckpoint;
import io.github.sors.spark.train.TrainingPlan;
import io.github.sors.spark.train.TrainingState;
import io.github.sors.spark.train.TrainingStrategy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Learns a similarity from items and feedback: the learners of {@code sors-core} as an estimator of
 * Spark ML. It is an encoder, or a sparse bilinear similarity xᵀMy.
 *
 * <p>Input are items with vectors. The labels of the items are the feedback, unless {@link
 * #setFeedback} gives one by ids: a triplet in each row, in {@code queryCol}, {@code positiveCol},
 * {@code negativeCol} and {@code weightCol}, or, if {@code groupCol} is set, an item of a group,
 * such as a session. The queries of triplets are items, unless {@link #setQueries} gives them. An
 * encoder is learnt data-parallel: every partition learns from its share of the triplets, and after
 * every slice the changed rows are mixed. A matrix M is learnt model-parallel: every partition has
 * some of its rows. With one partition, both give the model of the local learner.
 */
public final class SorsSimilarity extends SorsSimilarityParams implements DefaultParamsWritable {

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

  private static final int SLICES_OF_ENCODER = 8;
  private static final Logger LOGGER = System.getLogger(SorsSimilarity.class.getPackageName());

  private transient Dataset<Row> feedback;
  private transient Dataset<Row> queries;
  private transient SliceListener listener;

  /** Creates an estimator with a new uid. */
  public SorsSimilarity() {
    this(Identifiable$.MODULE$.randomUID("sorsSimilarity"));
  }

  /** Creates an estimator with a uid, for readers. */
  public SorsSimilarity(String uid) {
    super(uid);
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
  public SorsSimilarity copy(ParamMap extra) {
    SorsSimilarity copy = defaultCopy(extra);
    copy.feedback = feedback;
    copy.queries = queries;
    copy.listener = listener;
    return copy;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "SorsSimilarity: uid=%s, algorithm=%s, strategy=%s, rounds=%d, partitions=%d, slices=%d",
        uid(),
        getAlgorithm(),
        getStrategy(),
        getRounds(),
        getPartitions(),
        getSlices());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    FeatureColumns.of(schema, getFeaturesCol(), getIndicesCol(), false);
    if (feedback == null) {
      requireLabels(schema);
    } else {
      requireIds(schema);
    }
    return SorsSimilarityModelParams.withOutput(schema, this);
  }

  private void requireLabels(StructType schema) {
    if (!Arrays.asList(schema.fieldNames()).contains(getLabelCol())) {
      throw new InvalidInputException(
          "expected column '"
              + getLabelCol()
              + "' with the labels of the items, found "
              + String.join(", ", schema.fieldNames())
              + ": name it with labelCol, or give feedback with setFeedback");
    }
  }

  private void requireIds(StructType schema) {
    if (getIdCol().isEmpty()) {
      throw new InvalidInputException(
          "feedback names items by id, and idCol is not set: set it to the column with the ids of"
              + " the items, found "
              + String.join(", ", schema.fieldNames()));
    }
    Columns.require(schema, getIdCol());
  }

  @Override
  public SorsSimilarityModel fit(Dataset<?> items) {
    transformSchema(items.schema());
    TrainingInput input = new TrainingInput(this, feedback, queries);
    Optional<ValidationRows> validation = input.validation(items);
    try {
      TrainingInput.Prepared prepared = input.prepared(input.training(items));
      try {
        return learnt(items.sparkSession(), prepared.summary(), prepared.feed(), validation);
      } finally {
        prepared.feed().release();
      }
    } finally {
      validation.ifPresent(ValidationRows::close);
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

  private <S extends TrainingState> SorsSimilarityModel train(
      TrainingStrategy<S> strategyOfPlan,
      SparkSession session,
      TrainingPlan plan,
      InputSummary summary,
      TripletFeed feed,
      Optional<ValidationRows> validation) {
    long rounds = rounds(feed.size());
    Trainer<S> trainer =
        new Trainer<>(
            strategyOfPlan,
            rounds,
            sliceCount(),
            checkpoint(strategyOfPlan, session, plan, rounds, summary),
            getCheckpointInterval());
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

  /** The number of rounds: all triplets that are given, unless a number was set. */
  private long rounds(long triplets) {
    if (triplets == Long.MAX_VALUE) {
      LOGGER.log(
          Level.INFO,
          "learning {0} triplets, drawn from {1}",
          getRounds(),
          feedback == null ? "the labels" : "the groups");
      return getRounds();
    }
    if (!isSet(rounds()) || getRounds() == triplets) {
      LOGGER.log(Level.INFO, "learning all {0} triplets", triplets);
      return triplets;
    }
    if (getRounds() > triplets) {
      LOGGER.log(
          Level.WARNING,
          "learning all {0} triplets once: there are fewer than rounds, {1}",
          triplets,
          getRounds());
      return triplets;
    }
    LOGGER.log(
        Level.WARNING,
        "learning {0} of {1} triplets, as rounds says: leave it out to learn all",
        getRounds(),
        triplets);
    return getRounds();
  }

  private boolean isEncoder() {
    return getAlgorithm().equals(ENCODER);
  }

  private int sliceCount() {
    return isEncoder() && getPartitions() > 1 && !isSet(slices()) ? SLICES_OF_ENCODER : getSlices();
  }

  private EncoderMixing.Rule mixingRule() {
    return EncoderMixing.Rule.valueOf(getMixing().toUpperCase(Locale.ROOT));
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
        SorsSimilarityModel.of(session, uid(), header, strategyOfPlan.modelRows(state), state);
    return copyValues(model.setParent(this), new ParamMap());
  }

  private Map<String, String> training() {
    Map<String, String> training = new TreeMap<>();
    training.put("seed", Long.toString(getSeed()));
    training.put("spark", isEncoder() ? DATA_PARALLEL : MODEL_PARALLEL);
    training.put("partitions", Integer.toString(getPartitions()));
    training.put("slices", Integer.toString(sliceCount()));
    if (isEncoder()) {
      training.put("mixing", getMixing());
    } else {
      training.put("batchSize", Integer.toString(getBatchSize()));
    }
    return training;
  }

  private TrainingPlan plan(int dimension) {
    requireStrategy();
    requireOnePartitionForWeights();
    Map<String, String> options = learner().given(this);
    AlgorithmDescriptor<?> descriptor = Learners.descriptor(getAlgorithm());
    // params of other algorithms
    options.keySet().removeIf(name -> !descriptor.knows(name));
    options.put("queryDimension", Integer.toString(dimension));
    options.put("itemDimension", Integer.toString(dimension));
    TrainingPlan plan = new TrainingPlan(getAlgorithm(), options, getPartitions(), getBatchSize());
    try {
      // fail here instead of in a task
      if (Learners.create(getAlgorithm(), options) instanceof EncoderLearner encoder) {
        EncoderTraining.requireSupported(encoder.settings());
      } else {
        plan.newPart();
      }
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e.getMessage(), e);
    }
    return plan;
  }

  private void requireOnePartitionForWeights() {
    if (feedback != null && !getWeightCol().isEmpty() && !isEncoder() && getPartitions() > 1) {
      throw new InvalidInputException(
          "weightCol: "
              + getAlgorithm()
              + " takes weights in one partition, found partitions="
              + getPartitions()
              + ": leave partitions out, or learn an encoder");
    }
  }

  private void requireStrategy() {
    String only = isEncoder() ? DATA_PARALLEL : MODEL_PARALLEL;
    if (!getStrategy().equals(AUTO) && !getStrategy().equals(only)) {
      throw new InvalidInputException(
          "strategy: "
              + getAlgorithm()
              + " is learnt "
              + only
              + ", found '"
              + getStrategy()
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
    if (getCheckpointDir().isEmpty()) {
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
            feedback == null ? "labels" : hasGroups() ? "groups" : "triplets",
            input.rows(),
            input.fingerprint());
    return Optional.of(
        new TrainingCheckpoint<>(session, strategyOfPlan, getCheckpointDir(), settings));
  }

  /**
   * Sets the feedback to learn from instead of labels: triplets of ids, or groups if {@code
   * groupCol} is set. It is not saved with the estimator.
   */
  public SorsSimilarity setFeedback(Dataset<Row> newFeedback) {
    feedback = newFeedback;
    return this;
  }

  /**
   * Sets the queries that triplets name, with the columns {@code idCol} and {@code featuresCol}, if
   * they are no items. They are not saved with the estimator.
   */
  public SorsSimilarity setQueries(Dataset<Row> newQueries) {
    queries = newQueries;
    return this;
  }

  /** Sets a listener that is called after every slice. */
  public SorsSimilarity setSliceListener(SliceListener newListener) {
    listener = newListener;
    return this;
  }
}
