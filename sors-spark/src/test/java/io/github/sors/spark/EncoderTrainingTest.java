package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.Learners;
import io.github.sors.spark.input.SentRows;
import io.github.sors.spark.input.SparkVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncoderTrainingTest {

  private static final Offset<Double> ROUNDING = Offset.offset(1e-6);

  @TempDir Path folder;

  private final LabelledRows rows = new LabelledRows(3, 120);
  private final List<SparseVector> normalized = Normalization.L2.applyAll(rows.vectors);

  @BeforeEach
  void needsSpark() {
    SharedSpark.start();
  }

  private static SorsSimilarity estimator(long rounds) {
    return new SorsSimilarity().setEncodingLength(16).setRounds(rounds);
  }

  private EncoderLearner learnt(long rounds, Map<String, String> more) {
    Map<String, String> options = new TreeMap<>(more);
    options.put("k", "16");
    options.put("queryDimension", Integer.toString(LabelledRows.DIMENSION));
    options.put("itemDimension", Integer.toString(LabelledRows.DIMENSION));
    EncoderLearner learner = (EncoderLearner) Learners.create("encoder", options);
    LearningLoop.overRows(learner, rows.sampler(1), normalized).learnUntil(rounds);
    return learner;
  }

  private static void assertSame(EncoderModel actual, EncoderModel expected) {
    assertThat(actual.encodingLength()).isEqualTo(expected.encodingLength());
    assertThat(actual.learntQueryFeatures()).isEqualTo(expected.learntQueryFeatures());
    for (int feature = 0; feature < LabelledRows.DIMENSION; feature++) {
      assertThat(actual.queryRow(feature)).isEqualTo(expected.queryRow(feature));
    }
  }

  private static EncoderModel encoder(SorsSimilarityModel model) {
    return (EncoderModel) model.toModel();
  }

  @Test
  void onePartitionIsTheLocalLearner() {
    EncoderLearner local = learnt(200, Map.of());
    for (int slices : new int[] {1, 3}) {
      SorsSimilarityModel model = estimator(200).setSlices(slices).fit(rows.frame(3));

      assertSame(encoder(model), local.snapshot());
      assertThat(model.progress().rounds()).isEqualTo(200);
      assertThat(model.progress().activeRounds()).isEqualTo(local.progress().activeRounds());
      assertThat(model.progress().cumulativeLoss())
          .isCloseTo(local.progress().cumulativeLoss(), ROUNDING);
      assertThat(model.progress().touchedEntries()).isEqualTo(local.progress().touchedEntries());
      assertThat(model.nonZeros()).isEqualTo(16L * local.snapshot().learntQueryFeatures());
      assertThat(model.toModel().provenance().options())
          .isEqualTo(local.snapshot().provenance().options());
    }
  }

  @Test
  void severalPartitionsComeCloseToTheLocalLearner() {
    List<Long> rounds = new ArrayList<>();
    RankingEvaluator evaluator = new RankingEvaluator();
    double expected =
        evaluator.evaluateWithin(learnt(2000, Map.of()).snapshot(), normalized, rows.labels).map();
    SorsSimilarityModel mixed =
        estimator(2000)
            .setPartitions(3)
            .setSliceListener((slice, model) -> rounds.add(model.progress().rounds()))
            .fit(rows.frame(2));
    assertThat(evaluator.evaluateWithin(encoder(mixed), normalized, rows.labels).map())
        .isGreaterThan(expected - 0.02);
    // slices double in length
    assertThat(rounds).hasSize(8).endsWith(2000L).startsWith(7L, 23L);
    assertThat(mixed.toModel().provenance().training())
        .containsEntry("spark", "data-parallel")
        .containsEntry("slices", "8")
        .containsEntry("mixing", "scaled");
  }

  @Test
  void theMixingCanBeChosen() {
    SorsSimilarity estimator = estimator(200).setPartitions(2).setSlices(1);
    double scaled = distance(encoder(estimator.fit(rows.frame(2))));
    double sum = distance(encoder(estimator.setMixing(SorsSimilarity.SUM).fit(rows.frame(2))));
    double mean = distance(encoder(estimator.setMixing(SorsSimilarity.MEAN).fit(rows.frame(2))));
    assertThat(mean).isLessThan(scaled);
    assertThat(scaled).isLessThan(sum);
  }

  /** How far rows are from where they started. */
  private double distance(EncoderModel model) {
    EncoderModel start = learnt(0, Map.of()).snapshot();
    double sum = 0;
    for (int feature = 0; feature < LabelledRows.DIMENSION; feature++) {
      float[] before = start.queryRow(feature);
      float[] after = model.queryRow(feature);
      for (int j = 0; j < before.length; j++) {
        sum += Math.abs(after[j] - before[j]);
      }
    }
    return sum;
  }

  @Test
  void aTaskThatIsRunAgainChangesNothing() {
    SorsSimilarity estimator = estimator(200).setPartitions(3).setSlices(2);
    EncoderModel undisturbed = encoder(estimator.fit(rows.frame(2)));
    List<EncoderModel> disturbed = new ArrayList<>();
    int failures = FailingTasks.during(() -> disturbed.add(encoder(estimator.fit(rows.frame(2)))));
    assertThat(failures).as("tasks that failed").isGreaterThan(10);
    assertSame(disturbed.get(0), undisturbed);
  }

  @Test
  void blocksThatAreLostAreComputedAgain() {
    SorsSimilarity estimator = estimator(200).setPartitions(3).setSlices(3);
    EncoderModel undisturbed = encoder(estimator.fit(rows.frame(2)));
    List<Integer> lost = new ArrayList<>();
    estimator.setSliceListener(
        (slice, model) ->
            new JavaSparkContext(SharedSpark.session().sparkContext())
                .getPersistentRDDs()
                .values()
                .forEach(
                    cached -> {
                      lost.add(slice);
                      cached.unpersist(true);
                    }));
    assertSame(encoder(estimator.fit(rows.frame(2))), undisturbed);
    assertThat(lost).contains(1, 2, 3);
  }

  @Test
  void aTrainingGoesOnFromItsCheckpoint() {
    SorsSimilarity estimator = estimator(200).setPartitions(2).setSlices(4);
    EncoderModel expected = encoder(estimator.fit(rows.frame(2)));
    SorsSimilarity stopped =
        estimator
            .copy(new ParamMap())
            .setCheckpointDir(folder.toString())
            .setSliceListener(
                (slice, model) -> {
                  if (slice == 2) {
                    throw new IllegalStateException("stopped");
                  }
                });
    assertThatThrownBy(() -> stopped.fit(rows.frame(2))).hasMessage("stopped");
    List<Integer> slices = new ArrayList<>();
    SorsSimilarityModel resumed =
        stopped.setSliceListener((slice, model) -> slices.add(slice)).fit(rows.frame(2));
    assertThat(slices).containsExactly(3, 4);
    assertSame(encoder(resumed), expected);
    assertThat(resumed.progress().rounds()).isEqualTo(200);
  }

  @Test
  void tripletsAreTheSameWhetherRowsAreSentOrFetched() {
    List<Row> named = new ArrayList<>();
    io.github.sors.data.triplet.TripletRows drawn = new io.github.sors.data.triplet.TripletRows();
    for (int position = 0; position < 200; position++) {
      rows.sampler(1).read(position, drawn);
      named.add(
          RowFactory.create(
              (long) drawn.query(), (long) drawn.positive(), (long) drawn.negative()));
    }
    StructType ids =
        new StructType().add("query", "long").add("positive", "long").add("negative", "long");
    // several partitions, which the shares have to be put together from
    Dataset<Row> frame =
        SharedSpark.session()
            .createDataFrame(
                new JavaSparkContext(SharedSpark.session().sparkContext()).parallelize(named, 3),
                ids);
    SorsSimilarity ofLabels = estimator(200).setIdCol("id").setPartitions(3).setSlices(3);
    SorsSimilarity ofIds = ofLabels.copy(new ParamMap()).setFeedback(frame);
    EncoderModel expected = encoder(ofLabels.fit(rows.frame(2)));
    assertSame(encoder(ofIds.fit(rows.frame(2))), expected);
    SharedSpark.session().conf().set(SentRows.LIMIT, "1k");
    try {
      assertSame(encoder(ofLabels.fit(rows.frame(2))), expected);
      assertSame(encoder(ofIds.fit(rows.frame(2))), expected);
      SharedSpark.session().conf().set(SentRows.LIMIT, "much");
      assertThatThrownBy(() -> ofIds.fit(rows.frame(2)))
          .isInstanceOf(InvalidInputException.class)
          .hasMessage("spark.sors.sentRows: expected a size such as 500m, found 'much'");
    } finally {
      SharedSpark.session().conf().unset(SentRows.LIMIT);
    }
  }

  private Vector spark(int row) {
    return SparkVectors.toSpark(rows.vectors.get(row), LabelledRows.DIMENSION);
  }

  @Test
  void encodesScoresAndFindsNeighboursWhetherRowsAreSentOrJoined() {
    EncoderModel local =
        learnt(200, Map.of())
            .snapshot()
            .withDescription(
                learnt(0, Map.of()).snapshot().description().withNormalization(Normalization.L2));
    SorsSimilarityModel model = SorsSimilarityModel.of(SharedSpark.session(), local);
    Dataset<Row> frame = rows.frame(2).filter("id < 30");
    for (long sent : new long[] {1 << 20, 0}) {
      model.setBroadcastEntries(sent).setOutput(SorsSimilarityModel.EXPANSION).setOutputCol("e");
      Dataset<Row> encoded = model.transform(frame);
      for (Row row : encoded.collectAsList()) {
        float[] expected = local.encodeQuery(normalized.get((int) row.getLong(0)));
        assertThat(row.<Vector>getAs("e")).isEqualTo(SparkVectors.dense(expected));
      }
      RankingEvaluation expected =
          new RankingEvaluator()
              .evaluateWithin(
                  local,
                  normalized.subList(0, 30),
                  IntStream.range(0, 30).map(row -> rows.labels[row]).toArray());
      assertThat(new SimilarityEvaluator().setExpansionCol("e").evaluate(encoded))
          .isCloseTo(expected.map(), ROUNDING);

      List<Row> scored =
          model
              .setOutput(SorsSimilarityModel.SCORE)
              .setOutputCol("score")
              .transform(frame.withColumn("item", frame.col("features")))
              .collectAsList();
      assertThat(scored)
          .hasSize(30)
          .allSatisfy(row -> assertThat(row.<Double>getAs("score")).isCloseTo(1.0, ROUNDING))
          .allSatisfy(row -> assertThat(row.size()).isEqualTo(5));

      List<Row> found =
          model
              .setOutput(SorsSimilarityModel.NEIGHBOURS)
              .setOutputCol("nearest")
              .setIdCol("id")
              .setK(3)
              .setItems(rows.frame(2).filter("id >= 30"))
              .transform(frame.filter("id < 5"))
              .collectAsList();
      assertThat(found).hasSize(5);
      for (Row row : found) {
        int query = (int) row.getLong(0);
        List<String> nearest =
            IntStream.range(30, rows.labels.length)
                .boxed()
                .sorted(
                    Comparator.comparingDouble(
                        item -> -local.score(normalized.get(query), normalized.get(item))))
                .limit(3)
                .map(String::valueOf)
                .toList();
        assertThat(row.<Row>getList(row.fieldIndex("nearest")))
            .extracting(neighbour -> neighbour.getString(0))
            .isEqualTo(nearest);
      }
    }
  }

  @Test
  void isSavedAndMovesThroughModelFiles() throws IOException {
    SorsSimilarityModel model = estimator(100).fit(rows.frame(2));
    String saved = folder.resolve("saved").toString();
    model.write().save(saved);
    SorsSimilarityModel loaded = SorsSimilarityModel.load(saved);
    assertThat(loaded.isEncoder()).isTrue();
    assertSame(encoder(loaded), encoder(model));

    Path first = folder.resolve("first.sors");
    Path second = folder.resolve("second.sors");
    loaded.writeSors(first.toString());
    assertSame((EncoderModel) ModelFile.read(first), encoder(model));
    SorsSimilarityModel.readSors(SharedSpark.session(), first.toString())
        .writeSors(second.toString());
    assertThat(second).hasSameBinaryContentAs(first);
    assertThatThrownBy(model::toBilinear).hasMessageContaining("found an encoder");
  }
}
